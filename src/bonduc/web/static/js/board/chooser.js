// How many seeds to lift: a small panel by the hole, with what each number would do.

import { _, digits } from "../i18n.js";
import { tellWithRule } from "../rule_link.js";
import { html } from "./svg.js";

const MOST_CHIPS = 12; // more numbers than this go on a slider

export class Chooser {
  /**
   * `frame` is the element around the board; `show(move)` is told what is looked at, `choose(move)` what is chosen.
   * `refused` says why other lifts are not allowed, by their text, as a rule of the `game`.
   */
  constructor(frame, { name, held, moves, refused, game, at, show, choose, close }) {
    Object.assign(this, { frame, name, held, moves, refused, game, show, choose, close });
    this.index = moves.length - 1;
    this.text = html("p", { class: "chooser-text" });
    this.confirm = html("button", { type: "button", class: "chooser-confirm" });
    this.confirm.addEventListener("click", () => this.#done());
    const cancel = html("button", { type: "button", class: "chooser-cancel" }, _("Cancel"));
    cancel.addEventListener("click", () => this.close());
    this.picker = held <= MOST_CHIPS ? this.#chips() : this.#slider();
    const title = _("Lift how many of the {count} in {hole}?", { count: held, hole: name });
    this.panel = html(
      "div",
      { class: "chooser", role: "dialog", "aria-label": title, dir: document.documentElement.dir || "ltr" },
      html("p", { class: "chooser-title" }, title),
      this.picker,
      this.text,
      html("div", { class: "chooser-buttons" }, cancel, this.confirm),
    );
    this.panel.addEventListener("keydown", (event) => this.#key(event));
    frame.append(this.panel);
    this.#position(at);
    this.#select(this.index);
    this.focus();
  }

  focus() {
    (this.chips ? this.chips.get(this.moves[this.index].count) : this.range).focus({ preventScroll: true });
  }

  remove() {
    this.panel.remove();
  }

  // Controls

  #chips() {
    this.chips = new Map();
    const group = html("div", { class: "chooser-chips", role: "group", dir: "ltr" });
    for (let count = 1; count <= this.held; count += 1) {
      const index = this.moves.findIndex((move) => move.count === count);
      const chip = html("button", { type: "button", class: "chip" }, digits(count));
      if (index >= 0) {
        chip.setAttribute("aria-label", _("Lift {count}", { count }));
        const gain = this.#gain(this.moves[index]);
        if (gain) chip.append(html("span", { class: "chip-gain" }, `+${digits(gain)}`));
        chip.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.#select(index));
        chip.addEventListener("focus", () => this.#select(index));
        chip.addEventListener("click", (event) => {
          this.#select(index);
          if (event.detail !== 1 || this.pointer === "mouse") this.#done();
        });
        chip.addEventListener("pointerdown", (event) => (this.pointer = event.pointerType));
        this.chips.set(count, chip);
      } else {
        this.#forbid(chip, count);
      }
      group.append(chip);
    }
    return group;
  }

  /** A number that may not be lifted: it can be asked why. */
  #forbid(chip, count) {
    const why = this.refused[`${this.name}:${count}`] || _("not allowed");
    chip.setAttribute("aria-disabled", "true");
    chip.setAttribute("aria-label", _("Lift {count}: {why}", { count, why }));
    for (const event of ["pointerenter", "focus", "click"]) {
      chip.addEventListener(event, () => tellWithRule(this.text, why, this.game));
    }
  }

  #slider() {
    const button = (text, label, by) => {
      const made = html("button", { type: "button", class: "chip", "aria-label": label }, text);
      made.addEventListener("click", () => this.#select(this.index + by));
      return made;
    };
    this.range = html("input", { type: "range", min: 0, max: this.moves.length - 1, step: 1, dir: "ltr" });
    this.range.setAttribute("aria-label", _("How many to lift"));
    this.range.addEventListener("input", () => this.#select(Number(this.range.value)));
    const [less, more] = [button("−", _("Fewer"), -1), button("+", _("More"), 1)];
    return html("div", { class: "chooser-slider", dir: "ltr" }, less, this.range, more);
  }

  #gain(move) {
    if (!move.preview) return 0;
    return move.preview.captured.reduce((sum, each) => sum + each, 0);
  }

  #select(index) {
    this.index = Math.min(Math.max(index, 0), this.moves.length - 1);
    const move = this.moves[this.index];
    this.confirm.textContent = _("Lift {count}", { count: move.count });
    this.text.textContent = move.preview?.text || "";
    this.chips?.forEach((chip, count) => chip.setAttribute("aria-pressed", count === move.count));
    if (this.range) {
      this.range.value = this.index;
      this.range.setAttribute("aria-valuetext", _("Lift {count}", { count: move.count }));
    }
    this.show(move);
  }

  #done() {
    this.choose(this.moves[this.index]);
  }

  #key(event) {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -999, End: 999 };
    if (event.key === "Escape") {
      this.close();
    } else if (event.key in steps) {
      this.#select(this.index + steps[event.key]);
      this.focus();
    } else if (/^[1-9]$/.test(event.key) && this.moves.some((move) => move.count === Number(event.key))) {
      this.#select(this.moves.findIndex((move) => move.count === Number(event.key)));
      this.focus();
    } else if (event.key === "Enter" && event.target !== this.panel.querySelector(".chooser-cancel")) {
      this.#done();
    } else if (event.key === "Tab") {
      this.#trap(event);
      return;
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Tab goes round within the panel. */
  #trap(event) {
    const reachable = [...this.panel.querySelectorAll("button:not(:disabled), input")];
    const [first, last] = [reachable[0], reachable.at(-1)];
    if (event.shiftKey && document.activeElement === first) {
      last.focus();
      event.preventDefault();
    } else if (!event.shiftKey && document.activeElement === last) {
      first.focus();
      event.preventDefault();
    }
  }

  /** Beyond the hole's edge of the board, so that no hole is hidden; narrow screens have it at their bottom (board.css). */
  #position({ x, top, bottom, near }) {
    const { offsetWidth, offsetHeight } = this.panel;
    const most = Math.max(4, this.frame.clientWidth - offsetWidth - 4);
    const room = top + this.frame.getBoundingClientRect().top > offsetHeight + 8;
    this.panel.style.left = `${Math.min(Math.max(x - offsetWidth / 2, 4), most)}px`;
    this.panel.style.top = `${near || !room ? bottom + 4 : top - offsetHeight - 4}px`;
  }
}
