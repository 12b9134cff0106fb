// Fingers cannot hover: the first tap on a hole shows what its move would do, a second one, or the button, plays it.

const STEPS = ["empty", "drop"]; // of an opening: each is taken back as easily as it is made

export class Taps {
  hole = null; // the one that has been tapped once
  #pointer = "";

  /** `board` gives moves, previews and the line under it. */
  constructor(board) {
    this.board = board;
    board.root.addEventListener("pointerdown", (event) => (this.#pointer = event.pointerType), { capture: true });
    board.root.addEventListener("click", (event) => event.target.closest(".hole") || this.forget());
  }

  /** Whether a click came from a finger. */
  isFinger(event) {
    return ["touch", "pen"].includes(event.pointerType || this.#pointer);
  }

  /** The move that waits for its second tap, or null. */
  get move() {
    const [move, ...others] = this.hole === null ? [] : this.board.movesAt(this.hole);
    return move && !others.length && !STEPS.includes(move.kind) ? move : null;
  }

  /** A finger on a hole. */
  tap(hole) {
    const { board } = this;
    if (board.hasten(() => this.tap(hole))) return;
    const again = this.hole === hole;
    this.hole = hole;
    if (again || !this.move) {
      this.forget();
      board.choose(hole);
      return;
    }
    board.look(hole);
    board.status?.offerSow(board.data.names[hole], board.data.single);
  }

  /** The button: play what was tapped. */
  play() {
    const { hole } = this;
    this.forget();
    if (hole !== null) this.board.choose(hole);
  }

  /** Nothing waits any more. */
  forget() {
    if (this.hole === null) return;
    this.hole = null;
    this.board.status?.offerSow(null);
    this.board.look(null);
  }
}
