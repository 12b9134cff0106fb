// What the board is shown, one thing after another. The board may lag behind the game; nothing else on the page does.

export class Film {
  #board;
  #began;
  #idle;
  #waiting = [];
  #left = 0; // those that wait, and the one that is being shown
  #hasty = 0; // how many of them are to be shown at once
  #running = null;
  /** Who is sowing on the board now, and what is said of it; null when nobody is. */
  sowing = null;

  /** `began()` is called when a sowing begins or ends, `idle()` when everything has been shown. */
  constructor(board, { began, idle }) {
    this.#board = board;
    this.#began = began;
    this.#idle = idle;
  }

  /** Whether there is something that the board has not been shown. */
  get busy() {
    return this.#running !== null;
  }

  /** Let something be shown, a function that may take its time, after what waits; the last `keep` of that in full. */
  add(show, keep) {
    this.#hurry(this.#left - keep);
    this.#left += 1;
    this.#waiting.push(show);
    this.#running ||= this.#run();
  }

  /** Show everything at once; resolves when the board stands where the game does. */
  async catchUp() {
    this.#hurry(this.#left);
    await this.#running;
  }

  /** Play a sowing, unless there is no time for it; `words` tell of it. */
  async play(sowing, words) {
    this.sowing = { seat: sowing.player, words };
    this.#began();
    await this.#board.animate(sowing, this.#hasty > 0 ? { speed: "instant" } : {});
    this.sowing = null;
    this.#began();
  }

  #hurry(count) {
    if (count <= 0) return;
    this.#hasty = Math.max(this.#hasty, count);
    this.#board.skip();
  }

  async #run() {
    await null; // whoever added this has said all there is to say
    try {
      while (this.#waiting.length) {
        await this.#waiting.shift()();
        this.#left -= 1;
        this.#hasty = Math.max(0, this.#hasty - 1);
      }
    } finally {
      this.#waiting = [];
      this.#left = this.#hasty = 0;
      this.#running = null;
      this.sowing = null;
    }
    this.#idle();
  }
}
