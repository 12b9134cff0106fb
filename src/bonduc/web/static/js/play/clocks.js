// The two clocks: what the server said was left, counted down here between its words.

import { digits } from "../i18n.js";

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
    for (const place of Object.values(places)) place.hidden = !clock;
    this.#draw();
  }

  #draw() {
    if (!this.#clock) return;
    for (const [seat, place] of Object.entries(this.#places)) {
      const running = this.#clock.running === seat;
      const left = this.#clock.left[seat] - (running ? performance.now() - this.#since : 0);
      const text = clockText(left);
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle("running", running);
      place.classList.toggle("urgent", left < URGENT);
    }
  }
}
