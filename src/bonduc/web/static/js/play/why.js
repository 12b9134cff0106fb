// Why did that happen? The sentences of a move, folded until somebody asks.

import { _ } from "../i18n.js";
import { byId, make, write } from "../dom.js";
import { tellSentences } from "../sentences.js";

const PAUSE = 120; // milliseconds that a move must be looked at before its sentences are asked for

export class Why {
  #place = byId("told");
  #past;
  #shown = null; // what is told of; null: to be told of anew
  #timer = 0;

  constructor(past) {
    this.#past = past;
  }

  /** Tell how the move that led to a ply ended, and offer all of it. */
  show(ply) {
    const key = this.#key(ply);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#place.hidden = !key;
    clearTimeout(this.#timer);
    if (!key) return;
    const short = make("p", { class: "told-short" });
    const sentences = make("div", { class: "sentences" });
    const details = make("details", {}, make("summary", {}, _("Why did that happen?")), sentences);
    this.#place.replaceChildren(short, details);
    this.#timer = setTimeout(() => this.#fill(key, ply, short, sentences), PAUSE);
  }

  /** A ply and its move; empty if the round has no such ply. */
  #key(ply) {
    const move = this.#past.plies[ply - 1];
    return move ? `${ply} ${move.move}` : "";
  }

  async #fill(key, ply, short, sentences) {
    if (this.#key(ply) !== key) {
      this.#shown = null; // Meanwhile the move was taken back, or another round has begun.
      return;
    }
    try {
      const sowing = await this.#past.sowing(ply);
      if (this.#shown !== key) return;
      write(short, sowing.explanation.at(-1) || "");
      tellSentences(sentences, sowing);
    } catch {
      this.#shown = null; // The line is down: it is asked again with the next state.
    }
  }
}
