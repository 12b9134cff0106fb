// The buttons, fields and keys of the page, and what each of them does to the study.

import { post } from "../http.js";
import { byId, write } from "../dom.js";
import { change, setting, watch } from "../settings.js";
import { listenToKeys } from "./keys.js";
import { changed, optionsText } from "./server.js";

/** Whether there is room for the board to lie across, however many holes it has. */
export const WIDE = matchMedia("(min-width: 60rem)");

/** Listen to everything on the page but the board. */
export function wire(study) {
  const clicks = {
    "to-start": () => study.toStart(),
    "to-previous": () => study.step(-1),
    "to-next": () => study.step(1),
    "to-end": () => study.toEnd(),
    think: () => study.toggle(),
    promote: () => study.promote(),
    delete: () => study.delete(),
    flip: () => change("flip", !setting("flip")),
    help: () => byId("help-dialog").showModal(),
  };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
  byId("rounds").addEventListener("change", ({ target }) => study.open(study.edited, Number(target.value)));
  byId("game").addEventListener("change", ({ target }) => (location.href = `/analysis/${target.value}`));
  byId("comment").addEventListener("change", ({ target }) => study.comment(target.value.trim()));
  byId("rules-form").addEventListener("submit", (event) => {
    event.preventDefault();
    beginWithRules(study);
  });
  wireSettings(study);
  listenToKeys(study);
}

function wireSettings(study) {
  const lines = byId("lines");
  lines.value = setting("lines") || 1;
  lines.addEventListener("change", () => {
    change("lines", Number(lines.value));
    study.think();
  });
  const showFlip = (flip) => byId("flip").setAttribute("aria-pressed", String(flip));
  showFlip(setting("flip"));
  watch(({ speed, sound, flip, oneTap }) => {
    study.board.set({ speed, sound, flip, taps: oneTap ? 1 : 2 });
    showFlip(flip);
  });
  WIDE.addEventListener("change", () => study.board.set({ shape: WIDE.matches ? "wide" : "auto" }));
}

/** Begin anew with the rules of the form, if they go together. */
async function beginWithRules(study) {
  const game = byId("game").value;
  const options = {};
  for (const input of byId("rules-form").querySelectorAll("[data-name]")) options[input.dataset.name] = valueOf(input);
  try {
    const view = await post("/api/position", { game, options });
    const differing = optionsText(changed(view.options, study.games[game].defaults));
    location.href = `/analysis/${game}?${new URLSearchParams({ options: differing })}`;
  } catch (fault) {
    write(byId("rules-fault"), fault.message);
    byId("rules-fault").hidden = false;
  }
}

function valueOf(input) {
  if (input.type === "checkbox") return input.checked;
  return input.type === "number" ? Number(input.value) : input.value;
}
