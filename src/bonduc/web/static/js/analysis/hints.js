// What is drawn on the board besides the seeds: arrows for a move that is looked at, and what the last move did.

const MOST_ARROWS = 4;

/** Arrows for a move, which is an entry of the view's moves or, if it is a whole redistribution, only a text. */
export function arrowsOf(text, move, names) {
  const end = move?.preview?.end ?? null;
  if (move && move.hole !== null && end !== null) return [{ from: move.hole, to: end, strength: 0.8 }];
  return redistribution(text, names);
}

/** Arrows for a whole redistribution, `EF>A2,B3`: to where most go, from the emptied hole that lies nearer. */
function redistribution(move, names) {
  const [, emptied, drops] = /^([A-Za-z]+)>(.+)$/.exec(move) || [];
  if (!emptied) return [];
  const from = [...emptied].map((name) => names.indexOf(name));
  const to = drops.split(",").map((drop) => {
    const [, name, count] = /^(\D+)(\d+)$/.exec(drop);
    return { hole: names.indexOf(name), count: Number(count) };
  });
  const largest = to.sort((one, other) => other.count - one.count).slice(0, MOST_ARROWS);
  return largest.map(({ hole, count }) => {
    const nearer = Math.abs(from[0] - hole) <= Math.abs(from.at(-1) - hole) ? from[0] : from.at(-1);
    return { from: nearer, to: hole, strength: Math.min(1, count / 5) };
  });
}

/** What a move did, for the board to highlight. */
export function lastOf(sowing) {
  if (!sowing) return null;
  const events = sowing.events.filter((event) => event.hole !== null);
  return {
    from: events.find((event) => event.event === "lift")?.hole ?? null,
    end: events.findLast((event) => event.event === "drop")?.hole ?? null,
    taken: events.filter((event) => event.event === "capture").map((event) => event.hole),
  };
}
