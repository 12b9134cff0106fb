// Time on the board: tweens and waits that can all be hurried to their end, and the gate of step-by-step play.

/** Milliseconds that dropping one seed takes, by the name of the speed. */
export const SPEEDS = { slow: 300, normal: 140, fast: 55, instant: 0, step: 140 };

const ease = (t) => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t));

/** Whether people asked their device for less motion. */
export function motionReduced() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class Motion {
  #running = new Set();
  #frame = 0;
  #gate = null;
  #hurried = false;

  constructor() {
    document.addEventListener("visibilitychange", this.#hidden);
  }

  /** No more motion. */
  end() {
    this.hurry();
    document.removeEventListener("visibilitychange", this.#hidden);
  }

  /** A hidden page draws no frames: what runs when it is hidden ends there. */
  #hidden = () => {
    if (document.hidden) for (const tween of [...this.#running]) this.#finish(tween);
  };

  /** True once `hurry` was called, until `begin`. */
  get hurried() {
    return this.#hurried;
  }

  /** Motion takes its time again. */
  begin() {
    this.#hurried = false;
  }

  /** Everything that runs jumps to its end, and everything that begins after takes no time. */
  hurry() {
    this.#hurried = true;
    this.#gate?.();
    for (const tween of [...this.#running]) this.#finish(tween);
  }

  /** Call `draw(t)` with t from 0 to 1, eased; resolves at the end. `stop()` of what is returned ends it where it is. */
  run(duration, draw) {
    if (this.#hurried || duration <= 0 || document.hidden) {
      draw(1);
      return { done: Promise.resolve(), stop() {} };
    }
    const tween = { start: performance.now(), duration, draw };
    tween.done = new Promise((resolve) => (tween.resolve = resolve));
    this.#running.add(tween);
    this.#frame ||= requestAnimationFrame(this.#tick);
    return { done: tween.done, stop: () => this.#forget(tween) };
  }

  wait(duration) {
    return this.run(duration, () => {}).done;
  }

  /** Wait for `step`; at once when hurried. */
  gate() {
    if (this.#hurried) return Promise.resolve();
    return new Promise((resolve) => {
      this.#gate = () => {
        this.#gate = null;
        resolve();
      };
    });
  }

  /** Let what waits at the gate go on; whether anything did. */
  step() {
    const waiting = this.#gate !== null;
    this.#gate?.();
    return waiting;
  }

  #tick = (now) => {
    this.#frame = 0;
    for (const tween of [...this.#running]) {
      const t = document.hidden ? 1 : Math.max(0, (now - tween.start) / tween.duration);
      if (t >= 1) this.#finish(tween);
      else tween.draw(ease(t));
    }
    if (this.#running.size) this.#frame ||= requestAnimationFrame(this.#tick);
  };

  #finish(tween) {
    if (!this.#running.has(tween)) return;
    tween.draw(1);
    this.#forget(tween);
  }

  #forget(tween) {
    this.#running.delete(tween);
    tween.resolve();
  }
}
