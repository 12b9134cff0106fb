// Holes under the keyboard: arrow keys move between them as they lie, letters choose them.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TYPING_TIME = 1200;

export class Keys {
  #typed = "";
  #last = 0;

  /** `board` gives stage and data; `current` is the hole that Tab reaches. */
  constructor(board) {
    this.board = board;
    this.current = 0;
  }

  /** The one hole that Tab reaches. */
  rove(hole) {
    this.current = hole;
    this.board.stage.buttons.forEach((button, index) => button.setAttribute("tabindex", index === hole ? 0 : -1));
  }

  /** Whether the key was for the board. */
  handle(event, hole) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key in ARROWS) return this.#move(hole, ARROWS[event.key]);
    const chooses = event.key === "Enter" || event.key.length === 1;
    if (chooses && this.board.hasten(() => this.handle(event, hole))) return true;
    if (event.key === "Home" || event.key === "End") return this.#ends(hole, event.key === "End");
    if (event.key === "Enter" || event.key === " ") {
      this.board.choose(hole);
      return true;
    }
    return event.key.length === 1 && this.#type(event.key);
  }

  focus(hole) {
    this.rove(hole);
    this.board.stage.buttons[hole].focus();
  }

  #move(hole, [dx, dy]) {
    const { stage, data } = this.board;
    const from = stage.centre(hole);
    let best = null;
    let least = Infinity;
    data.names.forEach((_name, index) => {
      const at = stage.centre(index);
      const along = (at.x - from.x) * dx + (at.y - from.y) * dy;
      const aside = Math.abs((at.x - from.x) * dy) + Math.abs((at.y - from.y) * dx);
      const cost = along + 3 * aside;
      if (along > 1 && aside < along && cost < least) [best, least] = [index, cost];
    });
    if (best !== null) this.focus(best);
    return true;
  }

  #ends(hole, last) {
    const { stage, data } = this.board;
    const row = data.lines.find((line) => line.includes(hole));
    const seen = [...row].sort((a, b) => {
      const [one, other] = [stage.centre(a), stage.centre(b)];
      return one.x - other.x || one.y - other.y;
    });
    this.focus(last ? seen.at(-1) : seen[0]);
    return true;
  }

  /** The hole whose name was typed: exactly, or in either case if it is a hole that can be chosen. */
  #type(key) {
    const now = performance.now();
    const before = now - this.#last < TYPING_TIME ? this.#typed : "";
    this.#last = now;
    const { names } = this.board.data;
    for (const text of [before + key, key]) {
      const same = names.map((_name, index) => index).filter((index) => names[index].toLowerCase() === text.toLowerCase());
      const found = same.find((index) => names[index] === text && this.board.playable(index));
      const hole = found ?? same.find((index) => this.board.playable(index)) ?? same.find((index) => names[index] === text);
      if (hole !== undefined) {
        this.#typed = "";
        this.focus(hole);
        this.board.choose(hole);
        return true;
      }
    }
    const begins = (text) => names.some((name) => name.toLowerCase().startsWith(text.toLowerCase()));
    this.#typed = [before + key, key].find(begins) ?? "";
    return this.#typed !== "";
  }
}
