// The tree of moves as notation: the main line two to a row, variations indented in brackets, comments between.

import { byId, make } from "../dom.js";
import { numberText } from "../numbers.js";
import { markWord } from "./words.js";

const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class TreeView {
  #place = byId("tree");
  #buttons = new Map();

  /** `go(node)` is called for a move that is chosen. */
  constructor(go) {
    this.go = go;
  }

  /** Draw the whole tree. `marks`: Map of nodes to marks. */
  draw(root, current, marks) {
    const focused = this.#place.contains(document.activeElement) && document.activeElement !== this.#place;
    this.#buttons.clear();
    this.marks = marks;
    const items = root.comments.map(comment);
    if (root.children.length) items.push(...this.#line(root.children[0], true));
    this.#place.replaceChildren(...items);
    byId("no-moves").hidden = root.children.length > 0;
    this.#place.hidden = !root.children.length && !root.comments.length;
    this.mark(current);
    if (focused) (this.#buttons.get(current) || this.#place).focus();
  }

  /** Show where we are. */
  mark(current) {
    for (const button of this.#place.querySelectorAll("[aria-current]")) {
      button.removeAttribute("aria-current");
      button.tabIndex = -1;
    }
    const button = this.#buttons.get(current);
    if (!button) {
      this.#place.scrollTop = 0;
      return;
    }
    button.setAttribute("aria-current", "true");
    button.tabIndex = 0; // one move is a stop of Tab, arrow keys lead to the others
    if (this.#place.contains(document.activeElement) && document.activeElement !== this.#place) button.focus();
    const box = this.#place.getBoundingClientRect();
    const at = button.getBoundingClientRect();
    if (at.top < box.top + 8 || at.bottom > box.bottom - 8) this.#place.scrollTop += at.top - box.top - box.height / 2;
  }

  /** A line from a node on, with the variations in its moves' places. */
  #line(first, main) {
    const items = [];
    let row = null;
    for (let node = first; node; node = node.children[0]) {
      items.push(...node.before.map(comment));
      const begins = !row || node.before.length > 0;
      if (begins) {
        row = make("div", { class: "tree-row" });
        items.push(row);
      }
      row.append(this.#move(node, begins || node.by === "S"));
      const others = node === first && !main ? [] : node.parent.children.slice(1);
      const asides = [...node.comments.map(comment), ...others.map((other) => this.#variation(other))];
      items.push(...asides);
      if (asides.length) row = null;
    }
    return items;
  }

  #variation(node) {
    return make("div", { class: "tree-variation" }, ...this.#line(node, false));
  }

  #move(node, numbered) {
    const button = make("button", { type: "button", class: "tree-move", tabindex: -1, on: { click: () => this.go(node) } });
    if (numbered) {
      button.append(make("span", { class: "tree-number" }, numberText(node.number, node.by)));
    }
    button.append(make("bdi", { class: `tree-text by-${node.by}` }, node.move));
    const mark = this.marks.get(node);
    if (mark) {
      button.append(
        make("span", { class: "tree-mark", title: markWord(mark), "aria-hidden": "true" }, MARKS[mark]),
        make("span", { class: "visually-hidden" }, ` (${markWord(mark)})`),
      );
    }
    this.#buttons.set(node, button);
    return button;
  }
}

function comment(text) {
  return make("p", { class: "tree-comment", dir: "auto" }, text);
}
