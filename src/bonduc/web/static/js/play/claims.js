// The player to move has gone: in how long the other may end the game. The server says so; here the time is counted down.

const LATEST = 2 ** 31 - 1; // milliseconds that a timer can wait
const SHOWN = 60_000; // milliseconds before something can be done at which it is told of

export class Claims {
  #claim = null;
  #since = 0;
  #timer = 0;
  #changed;

  /** `changed()` is called whenever something more can be done. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** What the server says: `against` a seat, and milliseconds to `call_off` and `win`; null if nobody has gone. */
  set(claim) {
    if (claim === this.#claim) return;
    this.#claim = claim;
    this.#since = performance.now();
    this.#wait();
  }

  /** The seat of the player who has gone; null if nobody has. */
  get against() {
    return this.#claim?.against ?? null;
  }

  /** Milliseconds until the other may `call_off` or `win`; 0: now. */
  left(what) {
    return this.#claim ? Math.max(0, this.#claim[what] - (performance.now() - this.#since)) : Infinity;
  }

  /** Whether it is time to tell of it. */
  get near() {
    return this.left("call_off") <= SHOWN;
  }

  #wait() {
    clearTimeout(this.#timer);
    const times = [this.left("call_off") - SHOWN, this.left("call_off"), this.left("win")];
    const next = Math.min(...times.filter((time) => time > 0));
    if (next > LATEST) return;
    this.#timer = setTimeout(() => (this.#wait(), this.#changed()), next + 1);
  }
}
