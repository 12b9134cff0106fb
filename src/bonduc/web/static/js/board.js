// The board: a position to look at and to act on, with seeds that keep their identity from move to move.
//
//   import { Board } from "./board.js";
//   const board = new Board(container, data, options);   // data: bonduc.picture.data.board_data(game), as JSON
//   board.show(view);                                    // view: bonduc.web.views.position_view(position)
//   board.on("choose", ({ move }) => post(move));
//   await board.animate(sowing);                         // sowing: bonduc.web.views.sowing_view(sowing)
//
// container   an element that the board fills (what is in it is replaced), or an svg element that it takes the place of
// options     speed "normal"   "slow" | "normal" | "fast" | "instant" | "step" (waits for `step()` after each event)
//             sound false      a click for every seed that falls
//             flip false       North's side nearer
//             facing false     North's numbers and letters turned toward North, for a tablet lying between two people
//             seats "SN"       whose holes can be acted on here: "SN", "S", "N", or "" to look on
//             shape "auto"     "wide", "portrait", or whichever fits the container
//             names            [south, north] to be written at the stores; else "South" and "North"
//             announce true    whether captions are read out by screen readers (false: the page has its own live region)
//             eager false      while something is played, a choice of a hole of `seats` ends it and counts (see `hasten`)
//             picking false    every hole can be acted on, to be told of by `pick` (setting up positions)
//             taps 1           2: a finger's first tap on a hole shows its move, the second plays it
//             captions true    whether there is a line under the board for captions, laps and a forced pass
//
// show(view, { last })        the position, at once (steps of an opening glide). `last`: { from, end, taken: [] }, holes to
//                             highlight as the last move; null: none
// animate(sowing, { speed })  play a move from its `before` to its `after`; resolves when the board shows `after`. A second
//                             call, or a `show`, hurries the first to its end. `after` may come without previews:
//                             show the same position with them when they are there. With reduced motion nothing
//                             flies: the position after, what happened highlighted, the explanation as caption.
// skip()                      hurry to the end of what is being played; false if nothing is
// step()                      speed "step": the next event; false if none waits
// undoTo(view)                play backwards, quickly, to an earlier position; resolves when it is shown
// set({ speed, sound, flip, facing, seats, shape, names, picking })   change options; the board is drawn anew where needed
// highlight({ from, end, taken }) / highlight(null)          the last move
// arrows([{ from, to, strength }])                           strength 0 to 1; [] removes them
// preview(move) / preview(null)   show what a move of `view.moves` would do, as hovering its hole does
// choose(hole)                as if the hole (by index) were clicked
// playable(hole)              whether a move can be chosen there now
// say(text)                   a caption
// focus()                     the hole that Tab reaches
// on(name, listener)          listen; call what is returned to stop. Also addEventListener, with the same in `detail`
// destroy()                   take the board away
// view, busy, data            the position shown, whether something is being played, the board's data
//
// Events (what listeners get):
//   choose   { move, hole, count, kind }   a legal move was chosen: an entry of `view.moves`. The board itself plays nothing:
//                                          send the move on, then animate the sowing that comes back. The button for
//                                          a forced pass gives that move, of `hole` null.
//   preview  { move }                      the move that is hovered or focused, or null
//   pick     { hole, name }                any hole was clicked, chosen by key or typed, playable or not (setting up positions)
//   hasten   { again }                     a hole was chosen while something was played, and the board is eager: let the
//                                          board come to rest, then call `again()` for the choice to count
//   refuse   { hole, name, text }          an own hole was chosen that cannot be played, and why
//   shown    { view }                      a position is shown, after `show`, `animate` or `undoTo`

import { _ } from "./i18n.js";
import { Chooser } from "./board/chooser.js";
import { Drag } from "./board/drag.js";
import { Keys } from "./board/keys.js";
import { lastMove } from "./board/last.js";
import { Motion, motionReduced } from "./board/motion.js";
import { Seeds } from "./board/seeds.js";
import { Sower } from "./board/sower.js";
import { Stage } from "./board/stage.js";
import { Status } from "./board/status.js";
import { html, svg } from "./board/svg.js";
import { Taps } from "./board/taps.js";

const DEFAULTS = {
  speed: "normal",
  sound: false,
  flip: false,
  facing: false,
  seats: "SN",
  shape: "auto",
  names: null,
  announce: true,
  eager: false,
  picking: false,
  taps: 1,
  captions: true,
};
const NARROW = { finger: 0.55, mouse: 0.45 }; // pixels a unit: a wide board smaller than this gives way to the portrait one
const LYING = matchMedia("(orientation: landscape) and (max-height: 30rem)"); // a phone on its side
const UNDO_TIME = 700; // milliseconds for all of a move played backwards
const STEP_TIME = 170; // milliseconds for a step of an opening that is shown, not played
const REMEMBERED = 200; // moves that can be played backwards with every seed going home

export class Board extends EventTarget {
  #options;
  #motion = new Motion();
  #playing = null; // a promise while something is played
  #waiting = null; // a view to show when that is over
  #past = []; // moves that can be played backwards: { before, after, log }
  #chooser = null;
  #hovered = null;
  #caption = "";
  #last = null;
  #shape = null;

  constructor(target, data, options = {}) {
    super();
    this.data = data;
    this.view = null;
    this.#options = { ...DEFAULTS, ...options };
    this.#makeElements(target);
    this.motion = this.#motion;
    this.stage = new Stage(this.root, data);
    this.seeds = new Seeds(this.stage, this.#motion);
    this.keys = new Keys(this);
    this.drag = new Drag(this);
    this.taps = new Taps(this);
    this.#build();
    this.#listen();
  }

  // For pages

  get busy() {
    return this.#playing !== null;
  }

  on(name, listener) {
    const heard = (event) => listener(event.detail);
    this.addEventListener(name, heard);
    return () => this.removeEventListener(name, heard);
  }

  show(view, { last } = {}) {
    if (this.busy) {
      this.#waiting = { view, last };
      this.#motion.hurry();
      return;
    }
    this.#forgetUnless(view);
    const stepping = view.phase !== "play" && this.view?.phase === view.phase && this.view.position !== view.position;
    const gliding = stepping && !motionReduced() && this.#options.speed !== "instant";
    this.#apply(view, last, gliding ? STEP_TIME : 0);
  }

  async animate(sowing, { speed = this.#options.speed } = {}) {
    if (this.busy) await this.#free();
    this.#closeChooser(false);
    this.#match(sowing.before);
    this.#motion.begin();
    const still = motionReduced() || speed === "instant" || document.hidden;
    await this.#busyWith(() => (still ? this.#jump(sowing) : this.#sow(sowing, speed)));
  }

  skip() {
    if (!this.busy) return false;
    this.#motion.hurry();
    return true;
  }

  step() {
    return this.busy && this.#motion.step();
  }

  async undoTo(view) {
    if (this.busy) await this.#free();
    this.#closeChooser(false);
    this.#motion.begin();
    await this.#busyWith(async () => {
      const found = this.#past.findLastIndex((move) => move.before === view.position);
      const moves = found < 0 ? [] : this.#past.splice(found).reverse();
      this.stage.drawLast();
      this.#tell("");
      const count = moves.reduce((sum, move) => sum + move.log.length, 0);
      if (!motionReduced() && count > 0) {
        for (const { log } of moves) await this.seeds.unwind(log, Math.min(60, UNDO_TIME / count));
      }
      await this.#match(view, motionReduced() ? 0 : 200);
      this.#apply(view, null);
    });
  }

  set(changes) {
    const drawn = ["flip", "facing", "shape", "names"].some((name) => name in changes);
    Object.assign(this.#options, changes);
    if (drawn) {
      this.skip();
      this.#free().then(() => this.#build());
    } else {
      this.#refresh();
    }
  }

  highlight(last) {
    this.#last = last;
    this.stage.drawLast(last || {});
  }

  arrows(list) {
    this.#arrows = list;
    this.stage.drawArrows(list);
  }

  #arrows = [];

  preview(move) {
    this.stage.drawPreview(move?.preview);
    const hole = move && this.playable(move.hole) ? move.hole : null;
    this.seeds.raise(hole, hole === null ? 0 : (move.count ?? this.seeds.holes[hole].length));
    this.status?.look(move?.preview?.text);
    this.#emit("preview", { move: move || null });
  }

  /** The moves that can be chosen at a hole here and now. */
  movesAt(hole) {
    if (!this.#acting() || this.busy) return [];
    return this.view.moves.filter((move) => move.hole === hole);
  }

  playable(hole) {
    return this.movesAt(hole).length > 0;
  }

  choose(hole) {
    if (this.hasten(() => this.choose(hole))) return;
    if (this.busy) {
      if (!this.step()) this.skip();
      return;
    }
    const name = this.data.names[hole];
    this.#emit("pick", { hole, name });
    const moves = this.movesAt(hole);
    this.#closeChooser(false);
    if (moves.length > 1) this.#openChooser(hole, moves);
    else if (moves.length === 1) this.#choose(moves[0]);
    else this.#refuse(hole, name);
  }

  /** While something is played on an eager board: let that end, then `again` be called. Whether it is so. */
  hasten(again) {
    if (!this.#isReady) return false;
    this.#emit("hasten", { again });
    return true;
  }

  say(text, game = null) {
    this.#caption = text;
    this.status?.say(text, game);
  }

  focus() {
    this.stage.buttons[this.keys.current].focus();
  }

  destroy() {
    this.#motion.end();
    this.#observer.disconnect();
    document.removeEventListener("keydown", this.#escape);
    this.element.remove();
  }

  // For the parts of the board

  tellLap(text) {
    this.status?.tellLap(text);
  }

  refreshHole(hole) {
    const holding = this.seeds.holes[hole].length;
    this.stage.setCount(hole, holding, this.view.holes[hole].closed);
    this.stage.nameHole(hole, this.view.holes[hole], holding);
  }

  refreshStores() {
    [0, 1].forEach((player) => this.stage.setWon(player, this.seeds.stores[player].length));
  }

  // Drawing

  #makeElements(target) {
    this.root = svg("svg", { class: "board-svg", role: "group", "aria-label": _("Board"), direction: "ltr" });
    this.frame = html("div", { class: "board-frame", dir: "ltr" }, this.root);
    this.element = html("div", { class: "board" }, this.frame);
    if (this.#options.captions) {
      const pass = () => this.#forcedPass() && this.#choose(this.#forcedPass());
      this.status = new Status({ announce: this.#options.announce, pass, sow: () => this.taps.play() });
      this.element.append(this.status.element);
    }
    if (target instanceof SVGElement) target.replaceWith(this.element);
    else target.replaceChildren(this.element);
  }

  #fitting() {
    const { shape } = this.#options;
    if (shape !== "auto") return shape;
    if (LYING.matches) return "wide";
    const width = this.frame.clientWidth || innerWidth;
    const least = matchMedia("(pointer: coarse)").matches ? NARROW.finger : NARROW.mouse;
    return width < least * this.data.shapes.wide.width ? "portrait" : "wide";
  }

  #build() {
    this.#closeChooser(false);
    this.#shape = this.#fitting();
    const { flip, facing, names } = this.#options;
    const focused = this.root.contains(document.activeElement);
    this.element.dataset.shape = this.#shape;
    this.stage.build({ shape: this.#shape, flip, facing, names: names || this.data.players });
    this.stage.drawHoles();
    this.root.style.minHeight = this.#shape === "portrait" ? `${this.stage.heightForThumbs()}px` : "";
    this.keys.rove(this.keys.current);
    this.#listenToHoles();
    if (!this.view) return;
    this.#placeHand();
    this.seeds.redraw();
    this.#refresh();
    this.stage.drawLast(this.#last || {});
    this.stage.drawArrows(this.#arrows);
    if (focused) this.focus();
  }

  /** Seeds as a position has them. */
  #match(view, duration = 0) {
    const same = this.view?.position === view.position;
    this.view = view;
    if (same && !duration && this.#agrees(view)) return Promise.resolve();
    this.#placeHand();
    return this.seeds.match(
      view.holes.map((hole) => hole.seeds),
      this.#won(view),
      view.hand,
      duration,
    );
  }

  #agrees(view) {
    const stores = this.#won(view);
    return (
      this.seeds.hand.length === view.hand &&
      view.holes.every((hole, index) => hole.seeds === this.seeds.holes[index].length) &&
      stores.every((count, player) => count === this.seeds.stores[player].length)
    );
  }

  /** What the players have won: their stores or, where captured stones leave the game, how many the other has lost. */
  #won(view) {
    if (this.data.start === null) return view.stores;
    if (view.mover === null && view.holes.every((hole) => !hole.seeds)) {
      return this.seeds.stores.map((store) => store.length);
    }
    const on = (side) => view.holes.reduce((sum, hole) => sum + (hole.side === side ? hole.seeds : 0), 0);
    return [Math.max(0, this.data.start - on("N")), Math.max(0, this.data.start - on("S"))];
  }

  #placeHand() {
    if (this.view.mover) this.seeds.at = this.stage.storeCentre(this.view.mover === "N" ? 1 : 0);
  }

  #apply(view, last, duration = 0) {
    const moved = this.view?.position !== view.position;
    if (moved) this.#closeChooser(false);
    for (const seed of this.seeds.hand) seed.dragged = false;
    this.#match(view, duration);
    if (last !== undefined || moved) this.highlight(last || null);
    if (!duration) this.seeds.settle();
    this.#refresh();
    if (moved || !this.#caption) this.#hint();
    this.#emit("shown", { view });
  }

  /** What to do where that is not obvious: in an opening, and when there is nothing to choose. */
  #hint() {
    const { phase, hand, emptied, mover } = this.view;
    if (this.#forcedPass()) this.say(_("{player} has no legal move and passes.", { player: mover === "S" ? _("South") : _("North") }));
    if (phase === "play" || !this.#acting()) return;
    if (!hand) this.say(_("Empty two of your holes."));
    else if (emptied !== null) this.say(_("Empty one more of your holes."));
    else this.say(_("Put them down one by one: choose holes, or drag from the hand."));
  }

  /** Everything but the seeds. */
  #refresh() {
    if (!this.view) return;
    const { view, stage } = this;
    stage.drawNotes(view.holes);
    stage.light(view.mover === null ? null : view.mover === "S" ? 0 : 1);
    view.holes.forEach((hole, index) => {
      const can = this.#options.picking || this.playable(index) || (this.#isReady && this.#options.seats.includes(hole.owner));
      const button = stage.buttons[index];
      button.classList.toggle("can", can);
      button.setAttribute("aria-disabled", String(!can));
      this.refreshHole(index);
    });
    this.refreshStores();
    this.root.setAttribute("aria-busy", String(this.busy));
    this.element.classList.toggle("acting", this.#isReady || (this.#acting() && !this.busy));
    this.drag.enable(this.#acting() && !this.busy && view.hand > 0);
    this.status?.offerPass(this.#forcedPass());
    if (!this.taps.move) this.taps.forget();
    if ((this.#hovered !== null || this.taps.move) && !this.busy) this.look(this.#hovered);
  }

  /** Whether a choice made while something is played counts. */
  get #isReady() {
    return this.busy && this.#options.eager;
  }

  #acting() {
    return Boolean(this.view?.mover && this.#options.seats.includes(this.view.mover));
  }

  #forcedPass() {
    if (!this.#acting() || this.busy) return null;
    return this.view.moves.find((move) => move.hole === null) || null;
  }

  // Playing

  /** Resolves when nothing is being played. */
  async #free() {
    while (this.#playing) {
      this.#motion.hurry();
      await this.#playing;
    }
  }

  async #busyWith(play) {
    this.preview(null);
    let done;
    this.#playing = new Promise((resolve) => (done = resolve));
    this.#refresh();
    try {
      await play();
    } finally {
      this.#playing = null;
      this.#motion.begin();
      done();
      if (this.view) this.#refresh();
    }
    if (this.#waiting) {
      const { view, last } = this.#waiting;
      this.#waiting = null;
      this.show(view, { last });
    }
  }

  async #sow(sowing, speed) {
    this.stage.drawLast();
    this.#tell("");
    const log = this.seeds.record();
    await new Sower(this, sowing, speed, this.#options.sound).play();
    this.#finish(sowing, log);
  }

  /** The position after, with what happened marked and told: no flight. */
  #jump(sowing) {
    if (this.data.start !== null) this.#takeAside(sowing);
    this.#tell(sowing.explanation.slice(-3).join(" "));
    this.#finish(sowing, null);
  }

  /** Stones captured out of the game, which the position after does not tell when the round is over. */
  #takeAside({ events, player }) {
    for (const { event, hole } of events) {
      if (event === "capture") this.seeds.capture(hole, player === "N" ? 1 : 0, 0, 0);
    }
  }

  #finish(sowing, log) {
    this.seeds.log = null;
    this.#forgetUnless(sowing.before);
    if (log) this.#past.push({ before: sowing.before.position, after: sowing.after.position, log });
    if (this.#past.length > REMEMBERED) this.#past.shift();
    this.tellLap("");
    this.#apply(sowing.after, lastMove(sowing));
  }

  /** Moves can be played backwards only from the position that the last of them led to. */
  #forgetUnless(view) {
    if (this.#past.length && this.#past.at(-1).after !== view.position) this.#past = [];
  }

  #tell(text) {
    this.say(text);
    this.tellLap("");
  }

  // Acting

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #choose(move) {
    this.preview(null);
    this.#emit("choose", move);
  }

  #refuse(hole, name) {
    const text = this.view?.refused?.[name];
    if (!text || !this.#acting()) return;
    this.say(text, this.view.game);
    this.#emit("refuse", { hole, name, text });
  }

  #openChooser(hole, moves) {
    const frame = this.frame.getBoundingClientRect();
    const box = this.stage.buttons[hole].querySelector(".hole-reach").getBoundingClientRect();
    const at = {
      x: (box.left + box.right) / 2 - frame.left,
      top: box.top - frame.top,
      bottom: box.bottom - frame.top,
      near: box.top + box.bottom > frame.top + frame.bottom,
    };
    this.#chooser = new Chooser(this.frame, {
      name: this.data.names[hole],
      held: this.seeds.holes[hole].length,
      moves,
      refused: this.view.refused ?? {},
      game: this.view.game,
      at,
      show: (move) => this.preview(move),
      choose: (move) => {
        this.#closeChooser(true);
        this.#choose(move);
      },
      close: () => this.#closeChooser(true),
    });
    this.#chooser.hole = hole;
  }

  #closeChooser(refocus) {
    if (!this.#chooser) return;
    const { hole } = this.#chooser;
    this.#chooser.remove();
    this.#chooser = null;
    this.preview(null);
    if (refocus) this.keys.focus(hole);
  }

  /** Show what choosing a hole would do; null: what waits for a second tap, if anything. */
  look(hole) {
    if (this.busy || this.#chooser) return;
    const moves = hole === null ? [] : this.movesAt(hole);
    this.preview(moves.at(-1) ?? this.taps.move);
  }

  // Listening

  #observer = new ResizeObserver(() => {
    if (this.#fitting() !== this.#shape) {
      this.skip();
      this.#free().then(() => this.#fitting() !== this.#shape && this.#build());
    }
  });

  #escape = (event) => {
    if (event.key === "Escape" && this.skip()) event.preventDefault();
  };

  #listen() {
    this.#observer.observe(this.frame);
    document.addEventListener("keydown", this.#escape);
    this.root.addEventListener("click", (event) => {
      if (this.busy && !event.target.closest(".hole") && !this.step()) this.skip();
    });
    this.root.addEventListener("keydown", (event) => {
      const hole = event.target.closest?.(".hole");
      if (hole && this.keys.handle(event, Number(hole.dataset.hole))) event.preventDefault();
    });
    this.frame.addEventListener("pointerdown", (event) => {
      if (this.#chooser && !event.target.closest(".chooser, .hole")) this.#closeChooser(false);
    });
  }

  #listenToHoles() {
    this.stage.buttons.forEach((button, hole) => {
      button.addEventListener("click", (event) => {
        this.keys.rove(hole);
        if (this.#options.taps === 2 && this.taps.isFinger(event)) this.taps.tap(hole);
        else this.choose(hole);
      });
      button.addEventListener("focus", () => {
        this.keys.rove(hole);
        this.#hover(hole);
      });
      button.addEventListener("blur", () => this.#hover(null));
      button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.#hover(hole));
      button.addEventListener("pointerleave", () => this.#hover(null));
    });
  }

  #hover(hole) {
    this.#hovered = hole;
    this.look(hole);
  }
}
