// A puzzle on its board: a move is tried by choosing it, the server says what comes of it.

import { Board } from "./board.js";
import { post } from "./http.js";
import { _ } from "./i18n.js";
import { tellSentences } from "./sentences.js";
import { change, setting, watch } from "./settings.js";

const element = (id) => document.getElementById(id);
const data = JSON.parse(element("board-data").textContent);
const puzzle = JSON.parse(element("puzzle-data").textContent);
const address = `/api/puzzles/${puzzle.game}/${puzzle.id}`;
const HINTS = 3;

const board = new Board(element("board"), data, {
  flip: puzzle.solver === "N",
  seats: puzzle.solver,
  speed: setting("speed"),
  sound: setting("sound"),
  taps: taps(),
});

let step = puzzle.step; // the one that is to be solved
let view = puzzle.view; // its position, as the server sent it
let attempt = puzzle.attempt;
let waiting = false; // for the server, or for seeds to fall
let line = []; // the solution, once it is known: sowings from the start
let hints = attempt.score === null ? attempt.hints : 0;

/** How many taps play a move: where there are no previews to be seen first, one. */
function taps() {
  return setting("oneTap") || setting("previews") === false ? 1 : 2;
}

// What is seen

function shown(position) {
  if (setting("previews") !== false) return position;
  return { ...position, moves: position.moves.map((move) => ({ ...move, preview: null })) };
}

function say(text, result = "") {
  element("verdict").textContent = text;
  element("verdict").dataset.result = result;
}

/** What the decision just made did to the rating; empty if it was made before. */
function rated(earlier) {
  const { rating_before: before, rating_after: after } = attempt;
  if (earlier.score !== null || before === null || after === null) return "";
  return after >= before
    ? _("Your rating: {rating}, {change} more.", { rating: after, change: after - before })
    : _("Your rating: {rating}, {change} less.", { rating: after, change: before - after });
}

function tell(sowings, { worth = "", themes = [] } = {}) {
  element("told").hidden = false;
  element("worth").textContent = worth;
  element("worth").hidden = !worth;
  element("moves").replaceChildren(...sowings.map(told));
  element("themes").replaceChildren(...themes.map(chip));
}

function told(sowing) {
  const item = document.createElement("li");
  const move = document.createElement("b");
  move.textContent = sowing.move;
  move.dir = "ltr";
  const text = document.createElement("div");
  text.className = "sentences";
  tellSentences(text, sowing);
  item.append(move, text);
  return item;
}

function chip(theme) {
  const item = document.createElement("li");
  const text = document.createElement("span");
  text.className = "chip-text";
  text.textContent = theme.name;
  text.title = theme.about;
  item.append(text);
  return item;
}

function buttons({ again = false, over = false } = {}) {
  element("again").hidden = !again;
  element("hint").hidden = over || again;
  element("hint").disabled = hints >= HINTS;
  element("show").hidden = over;
  element("replay").hidden = !over;
  element("next").classList.toggle("primary", over);
}

// What happens

async function play(sowings) {
  element("skip").hidden = false;
  element("step").hidden = setting("speed") !== "step";
  try {
    for (const sowing of sowings) await board.animate(sowing);
  } finally {
    element("skip").hidden = true;
    element("step").hidden = true;
  }
}

/** Do one thing at a time; what the server refuses is said. */
async function busy(work) {
  if (waiting) return;
  waiting = true;
  try {
    await work();
  } catch (fault) {
    say(fault.message, "wrong");
    board.show(shown(view));
  } finally {
    waiting = false;
  }
}

function tryMove(move) {
  return busy(async () => {
    const answer = await post(`${address}/try`, { step, move });
    const earlier = attempt;
    attempt = answer.attempt;
    element("hint-text").hidden = true;
    await play(answer.sowings);
    if (!answer.right) refuted(answer, rated(earlier));
    else if (answer.solved) solved(answer, rated(earlier));
    else goOn(answer);
  });
}

function refuted(answer, rating) {
  board.set({ seats: "" });
  say(`${answer.verdict} ${rating}`.trim(), "wrong");
  tell(answer.sowings);
  buttons({ again: true });
  element("again").focus();
}

function goOn(answer) {
  line.push(...answer.sowings);
  say(answer.verdict, "right");
  step += 1;
  view = answer.view;
  board.show(shown(view));
  buttons();
  board.focus();
}

function solved(answer, rating) {
  line.push(...answer.sowings);
  finish(answer, `${answer.verdict} ${rating}`, "right");
}

function finish(answer, verdict, result = "") {
  board.set({ seats: "" });
  say(verdict.trim(), result);
  tell(line, answer);
  buttons({ over: true });
  element("next").focus();
}

function again() {
  return busy(async () => {
    element("told").hidden = true;
    say(_("Choose a hole on the board."));
    buttons();
    board.set({ seats: puzzle.solver });
    await board.undoTo(shown(view));
    board.focus();
  });
}

function hint() {
  return busy(async () => {
    const answer = await post(`${address}/hint`, { step });
    attempt = answer.attempt;
    hints += 1;
    element("hint-text").textContent = answer.hint;
    element("hint-text").hidden = false;
    buttons();
  });
}

function show() {
  return busy(async () => {
    const answer = await post(`${address}/show`, { step });
    const earlier = attempt;
    attempt = answer.attempt;
    element("hint-text").hidden = true;
    buttons({ over: true });
    if (board.view.position !== view.position) await board.undoTo(shown(view));
    await play(answer.sowings);
    line.push(...answer.sowings);
    finish(answer, `${_("This was the solution.")} ${rated(earlier)}`);
  });
}

function replay() {
  return busy(async () => {
    board.show({ ...line[0].before, moves: [], refused: {} });
    await play(line);
  });
}

board.on("choose", ({ move }) => tryMove(move));
element("again").addEventListener("click", again);
element("hint").addEventListener("click", hint);
element("show").addEventListener("click", show);
element("replay").addEventListener("click", replay);
element("skip").addEventListener("click", () => board.skip());
element("step").addEventListener("click", () => board.step());

const previews = element("previews");
previews.checked = setting("previews") !== false;
previews.addEventListener("change", () => {
  change("previews", previews.checked);
  if (!board.busy && board.view.position === view.position) board.show(shown(view));
});
watch(({ speed, sound }) => board.set({ speed, sound, taps: taps() }));

board.show(shown(view));
buttons();
if (attempt.score !== null) {
  say(attempt.solved ? _("You have solved this one before.") : _("You have tried this one before."));
} else if (step > 0) {
  say(_("Go on: what comes next?"));
}
