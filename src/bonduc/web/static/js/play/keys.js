// Keys of the game page, besides those of the board itself.

import { onKeys } from "../keys.js";
import { change, setting } from "../settings.js";
import { showHelp } from "./dialogs.js";

const TYPING = "input:not([type=range]), textarea, select, dialog[open]";

/** `page` is the game page. */
export function listenToKeys(page) {
  onKeys(TYPING, (event) => action(page, event));
}

function action(page, event) {
  const onBoard = Boolean(event.target.closest("#board"));
  const inMenu = Boolean(event.target.closest("details, input, .moves"));
  const back = () => page.look(page.ply - 1);
  const on = () => page.look(page.ply + 1, { play: true });
  switch (event.key) {
    case "PageUp":
      return back;
    case "PageDown":
      return on;
    case "ArrowLeft":
      return onBoard || inMenu ? null : back;
    case "ArrowRight":
      return onBoard || inMenu ? null : on;
    case "Home":
      return onBoard || inMenu ? null : () => page.look(0);
    case "End":
      return onBoard || inMenu ? null : () => page.back();
    case "Escape":
      return page.at !== null ? () => page.back() : () => page.board.skip();
    case " ":
      return page.board.busy && !event.target.closest("button, a") ? () => page.board.step() || page.board.skip() : null;
    case "Backspace":
      return page.opening.active ? () => page.opening.undo() : null;
    case "/":
      return () => page.board.focus();
    case "?":
      return showHelp;
    case "0":
      return () => change("flip", !setting("flip"));
    default:
      return null;
  }
}
