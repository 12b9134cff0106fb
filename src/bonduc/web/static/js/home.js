// The first page: Play begins a game at once; one of the boards sows by itself, quietly; the tutorial is offered once.

import { tellTimes } from "./ago.js";
import { post } from "./http.js";
import { begun } from "./learn/progress.js";
import { change, setting } from "./settings.js";

const carried = document.getElementById("home-data");
const MOVES = 10; // that the living board plays before it rests
const PAUSE = 2200; // milliseconds between two of them

for (const link of document.querySelectorAll("[data-play]")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    play(link.dataset.play);
  });
}

for (const board of document.querySelectorAll("[data-board]")) {
  board.parentElement.addEventListener("click", (event) => {
    if (!event.target.closest(".offer-words")) play(board.dataset.board);
  });
}

/** Begin a friendly game; where that cannot be, the form of a new game tells more. */
async function play(game) {
  const fault = document.getElementById("fault");
  fault.hidden = true;
  const level = Number(carried.dataset.level);
  const wanted = { game, kind: "round", opponent: "computer", level, side: "S", name: setting("name") || "" };
  try {
    const made = await post("/api/live", wanted);
    location.assign(made.url);
  } catch (refusal) {
    fault.textContent = refusal.message;
    fault.hidden = false;
  }
}

tellTimes();
offerTutorial();
live();

function offerTutorial() {
  const offer = document.getElementById("tutorial");
  offer.hidden = Boolean(setting("tutorial")) || begun();
  const done = () => change("tutorial", true);
  document.getElementById("tutorial-yes").addEventListener("click", done);
  document.getElementById("tutorial-no").addEventListener("click", () => {
    done();
    offer.hidden = true;
  });
}

/** Let one board sow, move after move, while it is in sight and nobody has asked for less motion. */
async function live() {
  const place = document.getElementById("living");
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || navigator.connection?.saveData) return;
  if (setting("speed") === "instant") return;
  await idle();
  const { Board } = await import("./board.js");
  const { board: data, position } = JSON.parse(carried.textContent);
  const options = { seats: "", captions: false, announce: false, speed: "normal", shape: "wide" };
  let view = await post("/api/position", { game: data.game, position });
  const board = new Board(place, data, options);
  board.show(view);
  for (let played = 0; played < MOVES && view.moves.length; played += 1) {
    await inSight(place);
    await pause(PAUSE);
    const { move } = view.moves[Math.floor(Math.random() * view.moves.length)];
    const sowing = await post("/api/move", { game: data.game, position: view.position, move });
    view = sowing.after;
    await board.animate(sowing);
  }
}

function pause(duration) {
  return new Promise((resolve) => setTimeout(resolve, duration));
}

function idle() {
  return new Promise((resolve) => (window.requestIdleCallback || setTimeout)(resolve));
}

/** Resolves when an element is in sight, in a page that is looked at. */
async function inSight(element) {
  const seen = () => new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
  await seen();
  while (document.hidden) await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}
