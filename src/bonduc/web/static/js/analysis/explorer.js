// The opening explorer: what was played in this position before, and how those rounds ended.

import { byId, make } from "../dom.js";
import { _, digits, ngettext } from "../i18n.js";
import { explore } from "./server.js";

export class Explorer {
  #panel = byId("explorer-panel");
  #place = byId("explorer");
  #asked = "";

  /** `play(move)` is called for a move that is chosen; `study` gives the record and the node. */
  constructor(study, play) {
    this.study = study;
    this.play = play;
    this.#panel.addEventListener("toggle", () => this.show());
  }

  /** Show the present position, if the panel is open. */
  async show() {
    if (!this.#panel.open) return;
    const { record, node } = this.study;
    if (this.#asked === node.position) return;
    this.#asked = node.position;
    try {
      const { moves } = node.mover === null ? { moves: [] } : await explore(record.game, record.options, node.position);
      if (this.#asked === node.position) this.#draw(moves);
    } catch (fault) {
      this.#asked = "";
      this.#place.replaceChildren(make("p", { class: "soft" }, fault.message));
    }
  }

  #draw(moves) {
    if (!moves.length) {
      this.#place.replaceChildren(make("p", { class: "soft" }, _("Nobody has finished a round from this position here yet.")));
      return;
    }
    this.#place.replaceChildren(make("ul", { class: "explored" }, ...moves.map((each) => this.#row(each))));
  }

  #row({ move, south, draws, north }) {
    const count = south + draws + north;
    const bar = make("span", { class: "explored-bar", "aria-hidden": "true" });
    for (const [side, part] of [["south", south], ["draws", draws], ["north", north]]) {
      const piece = make("span", { class: `explored-${side}` });
      piece.style.flexGrow = String(part);
      bar.append(piece);
    }
    const words = _("South won {south}, drawn {draws}, North won {north}", { south, draws, north });
    const short = make("span", { "aria-hidden": "true", title: words }, `${digits(south)}–${digits(draws)}–${digits(north)}`);
    return make(
      "li",
      {},
      make("button", { type: "button", on: { click: () => this.play(move) } }, make("bdi", {}, move)),
      make("span", { class: "numbers soft" }, ngettext("{count} round", "{count} rounds", count)),
      bar,
      make("span", { class: "numbers" }, short, make("span", { class: "visually-hidden" }, words)),
    );
  }
}
