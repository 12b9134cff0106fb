// The list of moves, in the notation and numbered as in records, each a button to look back at what it led to.

import { _, listed } from "../i18n.js";
import { byId, make } from "../dom.js";
import { numberText, numbered, numbersOf } from "../numbers.js";
import { remark, remarkSaid, seatName } from "./words.js";

export class MoveList {
  #place = byId("moves");
  #shown = [];
  #numbers = [];
  #buttons = [];
  #pick;

  /** `pick(ply)` is called when a move is chosen. */
  constructor(pick) {
    this.#pick = pick;
  }

  /** Show these moves; `at` is the ply looked at. */
  show(plies, at) {
    const same = this.#shown.findIndex((ply, index) => ply !== plies[index]);
    const keep = same < 0 ? this.#shown.length : same;
    for (const button of this.#buttons.splice(keep)) button.closest("li").remove();
    this.#numbers = numbersOf(plies);
    for (let index = keep; index < plies.length; index += 1) this.#add(plies[index], index);
    this.#shown = [...plies];
    byId("no-moves").hidden = plies.length > 0;
    this.#place.hidden = plies.length === 0;
    this.#mark(at);
  }

  /** The move that led to a ply with its number, "4. C:3"; empty at the start. */
  name(ply) {
    const move = this.#shown[ply - 1];
    return move ? numbered(this.#numbers[ply - 1], move.player, move.move) : "";
  }

  #add(ply, index) {
    const shown = numberText(this.#numbers[index], ply.player);
    const number = make("span", { class: "move-number numbers", "aria-hidden": "true" }, shown);
    const text = make("span", { class: "move-text", dir: "ltr" }, ply.move);
    const note = make("span", { class: "move-note", "aria-hidden": "true" }, remark(ply));
    const said = [_("Move {number}", { number: this.#numbers[index] }), seatName(ply.player), ply.move, remarkSaid(ply)];
    const label = listed(said);
    const on = { click: () => this.#pick(index + 1) };
    const button = make("button", { type: "button", class: `move move-${ply.player}`, "aria-label": label, on });
    button.append(number, text, note);
    this.#buttons.push(button);
    this.#place.append(make("li", { class: `row-${ply.player}` }, button));
  }

  #mark(at) {
    this.#buttons.forEach((button, index) => {
      if (index + 1 === at) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const current = this.#buttons[at - 1]?.closest("li");
    if (!current) return;
    const { offsetTop: top, offsetHeight: height } = current;
    const place = this.#place;
    if (top < place.scrollTop) place.scrollTop = top;
    else if (top + height > place.scrollTop + place.clientHeight) place.scrollTop = top + height - place.clientHeight;
  }
}
