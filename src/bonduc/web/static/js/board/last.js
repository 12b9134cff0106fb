// What a sowing leaves to be seen: where it began and ended, and what it took.

/** The holes to highlight as the last move. */
export function lastMove({ events }) {
  const holes = (name) => events.filter(({ event, hole }) => event === name && hole !== null).map(({ hole }) => hole);
  return { from: holes("lift")[0] ?? null, end: holes("drop").at(-1) ?? null, taken: holes("capture") };
}
