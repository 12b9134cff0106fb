// Dialogs: the keys, the link to watch by, and a question before something that cannot be undone.

import { _ } from "../i18n.js";
import { copyButton } from "./bars.js";
import { byId, write } from "../dom.js";
import { OTHER, mover, seatName } from "./words.js";

/** Ask a question; whether the answer is yes. */
export function ask({ title, words, yes }) {
  const dialog = byId("ask-dialog");
  write(byId("ask-title"), title);
  write(byId("ask-words"), words);
  write(byId("ask-yes"), yes);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Whether a visitor means what cannot be undone; everything else needs no question. */
export async function sure(type, state) {
  if (type === "resign") return ask(resigning(state));
  if (type === "call-off") {
    return ask({ title: _("Call the game off?"), words: _("It ends here, and nobody wins it."), yes: _("Call it off") });
  }
  return true;
}

function resigning(state) {
  const both = state.you.length > 1;
  const seat = both ? mover(state) : state.you[0];
  const title = both ? _("{player} resigns?", { player: seatName(seat) }) : _("Resign this round?");
  return { title, words: costs(state, seat, both), yes: _("Resign") };
}

/** What it costs a seat to give up the round; seeds that are carried on are counted, those of one's own included. */
function costs(state, seat, both) {
  const words = [_("The other player wins this round.")];
  const cost = state.match?.given_up?.[seat];
  if (!cost) return words[0];
  if (cost.held) {
    const counts = { count: cost.held[seat], rest: cost.held[OTHER[seat]] };
    const place = { one: seatName(seat), other: seatName(OTHER[seat]), ...counts };
    words.push(
      both
        ? _("{one} keeps {count}: what is won, and half of the own holes. {other} has {rest}.", place)
        : _("You keep {count}: what you have won, and half of your holes. The other player has {rest}.", counts),
    );
  }
  words.push(cost.ends ? _("That ends the match.") : _("The match goes on."));
  return words.join(" ");
}

/** Ask for a name; null if it stays as it is. */
export function askName(name) {
  const dialog = byId("name-dialog");
  const field = byId("new-name");
  field.value = name;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    const closed = () => resolve(dialog.returnValue === "yes" ? field.value.trim() : null);
    dialog.addEventListener("close", closed, { once: true });
  });
}

/** Show the keys. */
export function showHelp() {
  byId("help-dialog").showModal();
}

/** The buttons that open dialogs, and a click beside a dialog that closes it. */
export function wireDialogs() {
  byId("help").addEventListener("click", showHelp);
  byId("share").addEventListener("click", () => byId("share-dialog").showModal());
  const address = location.origin + location.pathname;
  byId("share-link").value = address;
  byId("share-copy").replaceWith(copyButton(() => address));
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close("no"));
  }
}
