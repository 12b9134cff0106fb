// What the analysis board asks the server.

import { get, post } from "../http.js";

/** Everything that a node of the tree needs to be shown: its view, and the sowing that led to it. */
export async function lookUp(study, node) {
  if (node.view) return node;
  const { game, options } = study.record;
  const found = await post("/api/line", { game, options, start: study.root.position, moves: node.moves });
  node.view = found.after;
  node.sowing = found.sowing;
  node.position = found.after.position;
  node.mover = found.after.mover;
  return node;
}

/** The node after a move, which is added to the tree if the rules allow it. */
export async function follow(study, node, move) {
  const known = node.children.find((child) => child.move === move);
  if (known) return lookUp(study, known);
  const { game, options } = study.record;
  const found = await post("/api/line", { game, options, start: study.root.position, moves: [...node.moves, move] });
  const child = node.add(found.sowing.move, found.after.position, found.after.mover);
  child.view = found.after;
  child.sowing = found.sowing;
  return child;
}

export const readRecord = (text, { game, options }) => post("/api/record", { text, game, options });
export const writeRecord = (document) => post("/api/record/write", { document });
export const setUp = (arrangement) => post("/api/setup", arrangement);
export const explore = (game, options, position) => post("/api/explorer", { game, options, position });

/** The data of a board. */
export function boardOf(game, options) {
  const query = new URLSearchParams({ game, options: optionsText(options) });
  return get(`/api/board?${query}`);
}

/** Options as addresses and records have them. */
export function optionsText(options) {
  const words = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return words.join(" ") || "-";
}

/** The options that differ from the defaults. */
export function changed(options, defaults) {
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => defaults[name] !== value));
}

/** Review a round: `onStep` hears of every move as soon as it has been looked at. */
export async function review(place, onStep, signal) {
  const csrf = document.querySelector("meta[name=csrf]").content;
  const headers = { "content-type": "application/json", "x-csrf-token": csrf };
  const response = await fetch("/api/review", { method: "POST", headers, body: JSON.stringify(place), signal });
  if (!response.ok) throw new Error((await response.json()).error.message);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let kept = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (kept + value).split("\n");
    kept = lines.pop();
    for (const each of lines) {
      const step = JSON.parse(each);
      if (step.error) throw new Error(step.error.message);
      onStep(step);
    }
  }
}
