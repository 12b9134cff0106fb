// Which lessons have been done, as this browser remembers it: slugs by game.

const KEY = "bonduc-lessons";

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** The slugs of the lessons of a game that have been done. */
export function done(game) {
  const kept = read()[game];
  return new Set(Array.isArray(kept) ? kept : []);
}

/** Whether any lesson has been done. */
export function begun() {
  return Object.values(read()).some((slugs) => Array.isArray(slugs) && slugs.length > 0);
}

/** A lesson has been done. */
export function markDone(game, slug) {
  const kept = { ...read(), [game]: [...done(game).add(slug)] };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // It counts for this page only.
  }
}
