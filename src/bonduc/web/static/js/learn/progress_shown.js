// Shows on pages with lists of lessons what has been done, and lets the button to begin go on where one stopped.

import { _ } from "../i18n.js";
import { done } from "./progress.js";

/** Mark the lessons that have been done wherever the page lists them. */
export function showDone() {
  for (const item of document.querySelectorAll("[data-lesson]")) {
    const [game, slug] = item.dataset.lesson.split(" ");
    const finished = done(game).has(slug);
    item.classList.toggle("is-done", finished);
    const words = item.querySelector(".lesson-done");
    if (words) words.hidden = !finished;
  }
}

function showProgress() {
  for (const place of document.querySelectorAll("[data-progress]")) {
    const game = place.dataset.progress;
    const slugs = place.dataset.slugs.trim().split(/\s+/);
    const finished = done(game);
    const count = slugs.filter((slug) => finished.has(slug)).length;
    if (!count) continue;
    place.textContent = _("{count} of {all} done", { count, all: slugs.length });
    const next = slugs.findIndex((slug) => !finished.has(slug));
    if (next > 0) goOn(game, next + 1);
  }
}

function goOn(game, number) {
  const button = document.querySelector(`[data-begin="${game}"]`);
  button.href = `/learn/${game}/tutorial/${number}`;
  button.textContent = _("Go on");
  const { name } = button.dataset;
  if (name) button.setAttribute("aria-label", `${_("Go on")}: ${name}`); // which of several the button belongs to
}

showDone();
showProgress();
