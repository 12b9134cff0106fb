// The rule that a refusal rests on, as a link: refusals end in its number, "(rule 4)", in every language.

import { make } from "./dom.js";

const NAMED = /\(([^()]*?)([0-9\u06f0-\u06f9]+)([^()0-9\u06f0-\u06f9]*)\)[^()]*$/;

/** The number of the rule that a text names last, and where its brackets stand: { rule, from, to }; null without one. */
export function ruleIn(text) {
  const found = NAMED.exec(text);
  if (!found) return null;
  const rule = Number(found[2].replace(/[\u06f0-\u06f9]/g, (digit) => digit.charCodeAt(0) - 0x06f0));
  return { rule, from: found.index + 1, to: text.indexOf(")", found.index) };
}

/** A text written into an element, what it says of a rule of the game as a link to the rule. */
export function tellWithRule(element, text, game) {
  const found = game && ruleIn(text);
  if (!found) {
    element.textContent = text;
    return;
  }
  const href = `/learn/${game}#rule-${found.rule}`;
  const link = make("a", { href, target: "_blank", rel: "noopener" }, text.slice(found.from, found.to));
  element.replaceChildren(text.slice(0, found.from), link, text.slice(found.to));
}
