// Dialogs: the keys, the link to watch by, and a question before something that cannot be undone.

import { _ } from "../i18n.js";
import { copyButton } from "./bars.js";
import { byId, write } from "../dom.js";
import { mover, seatName } from "./words.js";

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
  const title = both ? _("{player} resigns?", { player: seatName(mover(state)) }) : _("Resign this round?");
  return { title, words: _("The other player wins this round."), yes: _("Resign") };
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
