// An opening played by hand: two own holes are emptied and their seeds spread, in whatever order. It is tried out here,
// every step can be taken back, and only the whole of it is sent, so that nobody is shown half an opening and nobody
// has to know the order in which engines list its steps.

import { _, ngettext } from "./i18n.js";
import { byId, make } from "./dom.js";

const EMPTIED = 2; // holes that an opening empties

export class Opening {
  #board;
  #send;
  #changed;
  #names;
  #view = null;
  #key = "";
  #emptied = [];
  #drops = [];
  #place = byId("opening");
  #buttons;

  /** `send(move)` plays the whole opening, in the notation `EF>A2,B3`; `changed()` is called after every step. */
  constructor(board, names, { send, changed }) {
    this.#board = board;
    this.#names = names;
    this.#send = send;
    this.#changed = changed;
    this.#build();
  }

  /** Whether an opening is being tried out now. */
  get active() {
    return this.#view !== null;
  }

  /** Whether a view is the start of an opening that can be tried out here. */
  static possible(view) {
    return view.mover !== null && view.phase !== "play" && view.hand === 0 && view.emptied === null;
  }

  /** Begin with a view; steps made before at the same place, in this tab, are there again. `key` names the place. */
  begin(view, key) {
    if (this.#key !== key) [this.#emptied, this.#drops] = recall(key);
    this.#key = key;
    this.#view = view;
    this.#place.hidden = false;
    this.#show();
  }

  /** There is no opening to play. */
  end() {
    this.#view = null;
    this.#place.hidden = true;
  }

  /** A hole was chosen on the board. */
  choose(hole) {
    if (this.#emptied.length < EMPTIED) this.#emptied.push(hole);
    else if (this.#left() > 0) this.#drops.push(hole);
    this.#show();
  }

  /** Take the last step back; whether there was one. */
  undo() {
    const undone = this.#drops.pop() ?? this.#emptied.pop();
    if (undone === undefined) return false;
    this.#show();
    return true;
  }

  /** What is to be done now. */
  words() {
    const missing = EMPTIED - this.#emptied.length;
    if (missing) {
      return ngettext("Choose {count} more hole to empty.", "Choose {count} of your holes to empty.", missing);
    }
    const left = this.#left();
    if (!left) return _("All is spread: play it, or take steps back.");
    return ngettext("{count} in hand: choose a hole for it.", "{count} in hand: choose a hole for each.", left);
  }

  #build() {
    const button = (label, click, primary = false) =>
      make("button", { type: "button", class: primary ? "primary" : "", on: { click } }, label);
    this.#buttons = {
      play: button(_("Play the opening"), () => this.#play(), true),
      undo: button(_("Undo step"), () => this.undo()),
      restart: button(_("Start over"), () => this.#restart()),
      leave: button(_("Leave everything as it was"), () => this.#leave()),
    };
    this.#place.replaceChildren(...Object.values(this.#buttons));
  }

  #lifted() {
    return this.#emptied.reduce((sum, hole) => sum + this.#view.holes[hole].seeds, 0);
  }

  #left() {
    return this.#lifted() - this.#drops.length;
  }

  #show() {
    const { play, undo, restart, leave } = this.#buttons;
    const done = this.#emptied.length === EMPTIED && this.#left() === 0;
    const begun = this.#emptied.length > 0;
    play.disabled = !done;
    undo.disabled = restart.disabled = !begun;
    leave.disabled = done;
    remember(this.#key, this.#emptied, this.#drops);
    this.#board.show(this.#tried());
    this.#board.say("");
    this.#changed();
  }

  /** The position with the steps made so far, and the holes that can be chosen next. */
  #tried() {
    const seeds = this.#view.holes.map((hole) => hole.seeds);
    for (const hole of this.#emptied) seeds[hole] = 0;
    for (const hole of this.#drops) seeds[hole] += 1;
    const emptying = this.#emptied.length < EMPTIED;
    const hand = this.#left();
    const can = this.#view.holes.map((hole, index) =>
      emptying ? hole.owner === this.#view.mover && seeds[index] > 0 : hand > 0 && !hole.closed,
    );
    const kind = emptying ? "empty" : "drop";
    const moves = can.flatMap((possible, hole) =>
      possible ? [{ move: this.#names[hole], hole, count: null, kind, preview: null }] : [],
    );
    const holes = this.#view.holes.map((hole, index) => ({ ...hole, seeds: seeds[index] }));
    const position = `${this.#view.position} ${this.#emptied} ${this.#drops}`;
    const emptied = this.#emptied.length === 1 ? this.#emptied[0] : null;
    return { ...this.#view, position, holes, hand, emptied, moves, refused: this.#refused(holes, can, emptying) };
  }

  #refused(holes, can, emptying) {
    const why = (hole) => {
      if (!emptying) return _("Your hand is empty: play the opening, or take steps back.");
      return hole.owner === this.#view.mover ? _("There is nothing in this hole to lift.") : _("Choose your own holes.");
    };
    const no = holes.filter((_hole, index) => !can[index]);
    return Object.fromEntries(no.map((hole) => [hole.name, why(hole)]));
  }

  #restart() {
    this.#emptied = [];
    this.#drops = [];
    this.#show();
  }

  /** Put everything back where it was, and play that. */
  #leave() {
    const own = this.#view.holes.flatMap((hole, index) =>
      hole.owner === this.#view.mover && hole.seeds > 0 ? [index] : [],
    );
    this.#emptied = own.slice(0, EMPTIED);
    this.#drops = this.#emptied.flatMap((hole) => Array(this.#view.holes[hole].seeds).fill(hole));
    this.#show();
    this.#play();
  }

  #play() {
    const name = (hole) => this.#names[hole];
    const emptied = [...this.#emptied].sort((a, b) => a - b).map(name).join("");
    const counts = new Map();
    for (const hole of [...this.#drops].sort((a, b) => a - b)) counts.set(hole, (counts.get(hole) || 0) + 1);
    const spread = [...counts].map(([hole, count]) => `${name(hole)}${count}`).join(",");
    remember("", [], []);
    this.#key = "";
    this.end();
    this.#send(`${emptied}>${spread}`);
  }
}

// Steps not yet played, kept for this tab so that a reload loses nothing.

const STORE = "bonduc-opening";

function remember(key, emptied, drops) {
  try {
    sessionStorage.setItem(STORE, JSON.stringify({ key, emptied, drops }));
  } catch {
    // They are kept in the page only.
  }
}

function recall(key) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORE) || "{}");
    return kept.key === key ? [kept.emptied, kept.drops] : [[], []];
  } catch {
    return [[], []];
  }
}
