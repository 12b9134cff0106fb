// Keys of the analysis page, besides those of the board itself.

import { onKeys } from "../keys.js";
import { change, setting } from "../settings.js";
import { byId } from "../dom.js";

const TYPING = "input:not([type=radio]), textarea, select, dialog[open]";

/** `study` is what the page is about. */
export function listenToKeys(study) {
  onKeys(TYPING, (event) => action(study, event));
}

function action(study, event) {
  const { key, target } = event;
  const onBoard = target.closest("#board");
  if (!onBoard && !target.closest("[type=radio]")) {
    if (key === "ArrowLeft") return () => study.step(-1);
    if (key === "ArrowRight") return () => study.step(1);
    // Without variations the page scrolls.
    if (key === "ArrowUp") return study.hasVariations ? () => study.sideways(-1) : null;
    if (key === "ArrowDown") return study.hasVariations ? () => study.sideways(1) : null;
    if (key === "Home") return () => study.toStart();
    if (key === "End") return () => study.toEnd();
    if (/^[a-z]$/i.test(key)) return () => study.board.keys.handle(event, study.board.keys.current);
  }
  if (key === " ") return target.closest("button, a, summary, .hole") ? null : () => study.toggle();
  if (key === "PageUp") return () => study.step(-1);
  if (key === "PageDown") return () => study.step(1);
  if (key === "0") return () => change("flip", !setting("flip"));
  if (key === "/") return () => study.board.focus();
  if (key === "?") return () => byId("help-dialog").showModal();
  if (key === "Backspace") return study.opening.active ? () => study.opening.undo() : null;
  if (key === "Escape") return study.board.busy ? () => study.board.skip() : null;
  return null;
}
