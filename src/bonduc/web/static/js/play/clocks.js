// The two clocks: what the server said was left, counted down here between its words, and when one begins to count.

import { _, digits } from "../i18n.js";
import { write } from "../dom.js";

const URGENT = 20_000; // milliseconds from which tenths are shown

/** Minutes and seconds, tenths when it is urgent; hours where there are any. */
export function clockText(left) {
  const shown = Math.max(0, left);
  if (shown < URGENT) {
    const tenths = Math.ceil(shown / 100);
    return digits(`0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`);
  }
  const seconds = Math.ceil(shown / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  if (minutes < 60) return digits(`${minutes}:${rest}`);
  return digits(`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`);
}

/** Whole seconds as minutes and seconds. */
export function countdown(left) {
  const seconds = Math.ceil(Math.max(0, left) / 1000);
  return digits(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
}

export class Clocks {
  #clock = null;
  #since = 0;
  #places = {};

  constructor() {
    setInterval(() => this.#draw(), 100);
  }

  /** What the server says of the clocks, null where the game has none; `places` are the clocks' elements by seat. */
  show(clock, places) {
    if (this.#clock !== clock) this.#since = performance.now();
    this.#clock = clock;
    this.#places = places;
    for (const { time } of Object.values(places)) time.hidden = !clock;
    this.#draw();
  }

  #draw() {
    for (const [seat, { time, starts }] of Object.entries(this.#places)) {
      if (this.#clock) this.#drawOne(time, starts, this.#clock.left[seat], this.#clock.running === seat);
      else starts.hidden = true;
    }
  }

  #drawOne(time, starts, was, running) {
    const gone = performance.now() - this.#since;
    const wait = running ? Math.max(0, this.#clock.starts - gone) : 0;
    const left = running ? was - Math.max(0, gone - this.#clock.starts) : was;
    write(time, clockText(left));
    time.classList.toggle("running", running);
    time.classList.toggle("held", wait > 0);
    time.classList.toggle("urgent", left < URGENT);
    starts.hidden = wait === 0;
    if (wait) write(starts, _("starts in {count} s", { count: Math.ceil(wait / 1000) }));
  }
}
