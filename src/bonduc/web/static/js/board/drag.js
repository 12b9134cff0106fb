// Dragging seeds out of the hand in an opening: one at a time, to the hole they are let go over.

export class Drag {
  #seed = null;

  constructor(board) {
    this.board = board;
    board.root.addEventListener("pointerdown", (event) => this.#start(event));
    board.root.addEventListener("pointermove", (event) => this.#move(event));
    board.root.addEventListener("pointerup", (event) => this.#end(event));
    board.root.addEventListener("pointercancel", () => this.#back());
  }

  /** Whether the hand can be dragged from. */
  enable(on) {
    this.board.stage.layer.hand.classList.toggle("grabbable", on);
    if (!on) this.#seed = null;
  }

  #start(event) {
    const { stage, seeds, root } = this.board;
    if (this.#seed || !stage.layer.hand.contains(event.target) || !stage.layer.hand.matches(".grabbable")) return;
    this.#seed = seeds.hand.at(-1) || null;
    if (!this.#seed) return;
    this.#seed.dragged = true;
    stage.layer.hand.append(this.#seed.element);
    root.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.#move(event);
  }

  #move(event) {
    if (!this.#seed) return;
    const at = this.#point(event);
    this.board.seeds.glide(this.#seed, { x: at.x, y: at.y - 6 }, 0);
    const hole = this.#under(at);
    this.board.stage.buttons.forEach((button, index) => button.classList.toggle("under", index === hole));
  }

  #end(event) {
    if (!this.#seed) return;
    const hole = this.#under(this.#point(event));
    if (hole === null) {
      this.#back();
      return;
    }
    this.#clear();
    this.#swallowClick();
    this.board.choose(hole);
  }

  /** The click that follows letting go means nothing. */
  #swallowClick() {
    const swallow = (event) => event.stopPropagation();
    this.board.root.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => this.board.root.removeEventListener("click", swallow, { capture: true }), 60);
  }

  /** The seed returns to the hand. */
  #back() {
    if (!this.#seed) return;
    this.#seed.dragged = false;
    this.#clear();
    this.board.seeds.placeHand(this.board.seeds.at);
  }

  #clear() {
    this.#seed = null;
    this.board.stage.buttons.forEach((button) => button.classList.remove("under"));
  }

  #point(event) {
    const { root } = this.board;
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
  }

  /** The playable hole under a point, or null. */
  #under({ x, y }) {
    const { stage } = this.board;
    const hole = stage.shape.holes.findIndex((_hole, index) => {
      const at = stage.centre(index);
      return Math.hypot(at.x - x, at.y - y) <= stage.shape.radius * 1.1;
    });
    return hole >= 0 && this.board.playable(hole) ? hole : null;
  }
}
