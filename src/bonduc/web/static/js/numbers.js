// How moves are numbered, as in records: a turn of South and the turn of North after it share a number.

import { digits, isolated } from "./i18n.js";

/** The number of a move by `mover`, after one by `before` (null: there is none) that has the number `last`. */
export function numberAfter(last, before, mover) {
  return before === null ? 1 : last + (before === "N" && mover === "S" ? 1 : 0);
}

/** The numbers of moves in a row, `{ player }` each. */
export function numbersOf(plies) {
  const numbers = [];
  plies.forEach(({ player }, index) => numbers.push(numberAfter(numbers.at(-1), plies[index - 1]?.player ?? null, player)));
  return numbers;
}

/** The number as it stands before a move: "4." before South's, "4…" before North's. */
export function numberText(number, mover) {
  return digits(number) + (mover === "N" ? "…" : ".");
}

/** A move with its number, "4. C:3". */
export function numbered(number, mover, move) {
  return isolated(`${numberText(number, mover)} ${move}`);
}
