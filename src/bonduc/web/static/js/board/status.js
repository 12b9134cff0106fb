// The line under a board: the lap, a caption, and buttons for a forced pass and for a move that a finger has chosen.

import { _, pgettext } from "../i18n.js";
import { tellWithRule } from "../rule_link.js";
import { html } from "./svg.js";

export class Status {
  #text = "";
  #game = null;

  /** `pass()` and `sow()` are called when their buttons are pressed; `announce`: captions are read out. */
  constructor({ announce, pass, sow }) {
    this.lap = html("span", { class: "board-lap" });
    this.caption = html("p", { class: "board-caption", "aria-live": announce ? "polite" : "off" });
    this.pass = this.#button("board-pass", pass);
    this.pass.textContent = pgettext("button", "Pass");
    this.sow = this.#button("board-sow", sow);
    const dir = document.documentElement.dir || "ltr";
    this.element = html("div", { class: "board-status", dir }, this.lap, this.caption, this.pass, this.sow);
  }

  #button(name, press) {
    const button = html("button", { type: "button", class: name, hidden: true });
    button.addEventListener("click", press);
    return button;
  }

  /** A caption that stays; with a `game` the rule that it names is a link. */
  say(text, game = null) {
    this.#text = text;
    this.#game = game;
    tellWithRule(this.caption, text, game);
  }

  /** A text in the place of the caption, while there is one. */
  look(text) {
    if (text) this.caption.textContent = text;
    else tellWithRule(this.caption, this.#text, this.#game);
  }

  tellLap(text) {
    this.lap.textContent = text;
  }

  offerPass(can) {
    this.pass.hidden = !can;
  }

  /** Offer to sow from a hole, by name; `single`: stones are moved, not sown. Null: no longer. */
  offerSow(hole, single) {
    this.sow.hidden = hole === null;
    if (hole !== null) this.sow.textContent = single ? _("Move from {hole}", { hole }) : _("Sow from {hole}", { hole });
  }
}
