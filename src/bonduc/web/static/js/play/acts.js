// The buttons of a player: always the same ones in the same places; what cannot be done now is dimmed, not taken away.

import { _ } from "../i18n.js";
import { byId, make, write } from "../dom.js";

/** What a visitor may ever do at this table, with labels. */
function offered({ status, opponent, you, closed }) {
  if (!you.length || closed || status === "finished" || status === "between") return [];
  const asks = opponent === "friend";
  if (status === "waiting") return [["leave", _("Close this game")]];
  return [
    ["take-back", asks ? _("Ask to take back") : _("Take back")],
    ["offer-draw", you.length > 1 ? _("Agree a draw") : _("Offer a draw")],
    ["resign", _("Resign")],
    ...(asks ? [["call-off", _("Call it off")]] : []),
  ];
}

export class Acts {
  #place = byId("acts");
  #act;

  /** `act(type)` does what a button says. */
  constructor(act) {
    this.#act = act;
  }

  /** Show the buttons of a state; `can(type)` says which of them serve now. */
  show(state, can) {
    const acts = offered(state);
    const key = acts.map(([type]) => type).join();
    if (this.#place.dataset.key !== key) {
      const focused = this.#place.contains(document.activeElement);
      this.#place.dataset.key = key;
      this.#place.replaceChildren(...acts.map(([type]) => this.#button(type)));
      if (focused) byId("main").focus({ preventScroll: true });
    }
    for (const [type, label] of acts) {
      const button = this.#place.querySelector(`[data-act="${type}"]`);
      write(button, label);
      button.setAttribute("aria-disabled", String(!can(type)));
    }
  }

  #button(type) {
    const click = (event) => event.currentTarget.getAttribute("aria-disabled") === "true" || this.#act(type);
    return make("button", { type: "button", "data-act": type, on: { click } });
  }
}
