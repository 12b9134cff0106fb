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

/** Why a button does not serve now. */
function whyNot(type) {
  const words = {
    "take-back": _("There is no move of yours to take back, or the other player has been asked already."),
    "offer-draw": _("A draw has been offered a moment ago: play on first."),
    "call-off": _("A game that has begun can only be called off when the other player has been away for long."),
  };
  return words[type] || _("This cannot be done just now.");
}

export class Acts {
  #place = byId("acts");
  #act;
  #tell;

  /** `act(type)` does what a button says; `tell(text)` says why it cannot be done now. */
  constructor(act, tell) {
    this.#act = act;
    this.#tell = tell;
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
      button.title = can(type) ? "" : whyNot(type);
    }
  }

  #button(type) {
    const click = ({ currentTarget: button }) => {
      if (button.getAttribute("aria-disabled") === "true") this.#tell(whyNot(type));
      else this.#act(type);
    };
    return make("button", { type: "button", "data-act": type, on: { click } });
  }
}
