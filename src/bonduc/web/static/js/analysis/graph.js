// The score over a round: a line of our own, mistakes on it as shapes, each of which leads to its move.

import { svg } from "../board/svg.js";
import { byId, make } from "../dom.js";
import { _, ngettext } from "../i18n.js";
import { markWord, moveWords, scoreShort, scoreWords } from "./words.js";

const HEIGHT = 150;
const EDGE = 12;
const LABELS = 52; // room for the players' names before the line
const LEAST_WIDTH = 260;
const SHAPES = {
  inaccuracy: (x, y) => `M${x} ${y - 6}l6 11h-12z`,
  mistake: (x, y) => `M${x} ${y - 8}l8 8-8 8-8-8z`,
  blunder: (x, y) => `M${x - 7} ${y - 7}h14v14h-14z`,
};

export class Graph {
  #place = byId("graph");
  #list = byId("mistakes");
  #steps = [];
  #nodes = [];
  #drawn = 0; // pixels wide

  /** `go(node)` is called where the graph is clicked. */
  constructor(go) {
    this.go = go;
    this.#place.addEventListener("click", (event) => this.#clicked(event));
    new ResizeObserver(() => this.#place.clientWidth !== this.#drawn && this.draw()).observe(this.#place);
  }

  /** A new round: its nodes from the root on; nothing is known of it yet. */
  begin(nodes, seeds) {
    this.#nodes = nodes;
    this.#steps = [];
    this.seeds = seeds;
    this.#list.hidden = true;
    this.#list.replaceChildren();
    this.#place.hidden = true;
  }

  /** What the review found out about one more move. */
  add(step) {
    this.#steps.push(step);
    if (step.mark) this.#note(step);
    this.#place.hidden = this.#steps.length < 2;
    this.draw();
  }

  /** Whether these nodes are the round it shows, or its beginning as far as it was looked at. */
  fits(nodes) {
    return nodes.length === this.#nodes.length && nodes.every((node, index) => node === this.#nodes[index]);
  }

  get marks() {
    return new Map(this.#steps.filter((step) => step.mark).map((step) => [this.#nodes[step.ply], step.mark]));
  }

  /** Show where we are in the round. */
  mark(node) {
    this.current = this.#nodes.indexOf(node);
    this.draw();
  }

  draw() {
    if (this.#steps.length < 2) return;
    this.#drawn = this.#place.clientWidth;
    this.width = Math.max(LEAST_WIDTH, this.#drawn);
    const { width } = this;
    const points = this.#steps.map((step) => [this.#x(step.ply), this.#y(step.score)]);
    const path = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const zero = this.#y(0);
    const last = points.at(-1)[0].toFixed(1);
    const picture = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": this.#words(), direction: "ltr" });
    picture.append(
      svg("path", { class: "graph-area", d: `M${LABELS} ${zero}L${path}L${last} ${zero}z` }),
      svg("path", { class: "graph-zero", d: `M${LABELS} ${zero}H${width}` }),
      svg("path", { class: "graph-line", d: `M${path}` }),
    );
    for (const [words, y, under] of [[_("South"), 0, false], [_("North"), HEIGHT, true]]) {
      const label = svg("text", { class: "graph-side", x: 6, y: under ? y - 8 : y + 18 });
      label.textContent = words;
      picture.append(label);
    }
    if (this.current >= 0) picture.append(svg("path", { class: "graph-here", d: `M${this.#x(this.current)} 0V${HEIGHT}` }));
    for (const step of this.#steps) if (step.mark) picture.append(this.#shape(step));
    this.#place.replaceChildren(picture);
  }

  #shape(step) {
    const shape = svg("path", { class: `graph-mark ${step.mark}`, d: SHAPES[step.mark](this.#x(step.ply), this.#y(step.score)) });
    const title = svg("title");
    title.textContent = `${moveWords(this.#nodes[step.ply])}: ${markWord(step.mark)}`;
    shape.append(title);
    return shape;
  }

  /** A mistake in the list: its shape, the word, and what would have been better. */
  #note(step) {
    const node = this.#nodes[step.ply];
    const icon = svg("svg", { viewBox: "-10 -10 20 20", class: "mark-icon", "aria-hidden": "true" });
    icon.append(svg("path", { class: `graph-mark ${step.mark}`, d: SHAPES[step.mark](0, 0) }));
    const words = _("{mark}; {best} was better ({score})", {
      mark: markWord(step.mark),
      best: step.best,
      score: scoreShort(step.best_score, step.exact, this.seeds),
    });
    const name = make("bdi", { class: "mistake-move" }, moveWords(node));
    const button = make("button", { type: "button", on: { click: () => this.go(node) } }, icon, name, make("span", {}, words));
    this.#list.append(make("li", {}, button));
    this.#list.hidden = false;
  }

  #clicked(event) {
    const picture = this.#place.querySelector("svg");
    if (!picture) return;
    const box = picture.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * this.width;
    const ply = Math.round(((at - LABELS) / (this.width - LABELS - EDGE)) * (this.#nodes.length - 1));
    this.go(this.#nodes[Math.min(this.#nodes.length - 1, Math.max(0, ply))]);
  }

  #x(ply) {
    return LABELS + ((this.width - LABELS - EDGE) * ply) / Math.max(1, this.#nodes.length - 1);
  }

  #y(score) {
    const most = this.seeds === null ? 1 : Math.max(4, ...this.#steps.map((step) => Math.abs(step.score)));
    return HEIGHT / 2 - (HEIGHT / 2 - EDGE) * Math.max(-1, Math.min(1, score / most));
  }

  #words() {
    const step = this.#steps.at(-1);
    return ngettext(
      "Score after {count} move: {score}. Mistakes are listed below.",
      "Score after {count} moves: {score}. Mistakes are listed below.",
      step.ply,
      { score: scoreWords(step.score, step.exact, this.seeds) },
    );
  }
}

