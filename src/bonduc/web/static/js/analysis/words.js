// What the analysis board says of scores and moves.

import { _, language, pgettext } from "../i18n.js";
import { numbered } from "../numbers.js";

const SOFT = 8; // a lead of one in so many of the seeds fills half of what is left of the bar
const LEVEL_POINT = 0.1; // of a round without stores: less is no advantage

const seedsShown = new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: false });

/** How many seeds of a lead are shown: whole ones where it is proved or large, else one decimal. */
function rounded(score, exact) {
  const size = Math.abs(score);
  return exact || size >= 10 ? Math.round(size) : Math.round(size * 10) / 10;
}

/** A score in words: "South +6". `seeds` is null where rounds are won by the board alone. */
export function scoreWords(score, exact, seeds) {
  if (seeds === null) return pointWords(score, exact);
  if (rounded(score, exact) === 0) return exact ? _("A draw") : pgettext("score", "Even");
  const lead = seedsShown.format(rounded(score, exact));
  return score > 0 ? _("South +{lead}", { lead }) : _("North +{lead}", { lead });
}

function pointWords(score, exact) {
  if (exact) return score > 0 ? _("South wins") : score < 0 ? _("North wins") : _("A draw");
  if (Math.abs(score) < LEVEL_POINT) return pgettext("score", "Even");
  return score > 0 ? _("South is better") : _("North is better");
}

/** The same in short, for lists. */
export function scoreShort(score, exact, seeds) {
  if (seeds === null) return pointWords(score, exact);
  if (rounded(score, exact) === 0) return exact ? _("A draw") : "=";
  const lead = seedsShown.format(rounded(score, exact));
  return score > 0 ? _("S +{lead}", { lead }) : _("N +{lead}", { lead });
}

/** South's share of the bar, 0 to 1. */
export function share(score, seeds) {
  if (seeds === null) return Math.min(1, Math.max(0, 0.5 + score / 2));
  return 0.5 + Math.atan(score / (seeds / SOFT)) / Math.PI;
}

/** The word for a mark. */
export function markWord(mark) {
  return { inaccuracy: _("inaccuracy"), mistake: _("mistake"), blunder: _("blunder") }[mark];
}

/** A move with its number, "4. C:3". */
export function moveWords(node) {
  return numbered(node.number, node.by, node.move);
}
