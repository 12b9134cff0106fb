// Dialogs: the keys, the link to watch by, and a question before something that cannot be undone.

import { copyButton } from "./bars.js";
import { byId, write } from "../dom.js";

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
