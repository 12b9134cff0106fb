// A lesson: the learner's moves go to the server, which checks them by the rules; what it says is shown and told.

import { Board } from "../board.js";
import { post } from "../http.js";
import { tellSentences } from "../sentences.js";
import { setting, watch } from "../settings.js";
import { byId, carried, make, write } from "../dom.js";
import { tellWithRule } from "../rule_link.js";
import { Opening } from "../opening.js";
import { markDone } from "./progress.js";
import { showDone } from "./progress_shown.js";

class LessonPage {
  #lesson = carried("lesson-data");
  #view = this.#lesson.position; // where the learner goes on
  #moves = []; // the learner's, all of them right so far
  #turnStart = 0; // how many of them were made before the turn under way
  #asking = false;
  #attempt = 0; // openings begun here
  #board;
  #opening;

  constructor() {
    const data = carried("board-data");
    const { learner } = this.#lesson;
    this.#board = new Board(byId("board"), data, {
      speed: setting("speed"),
      sound: setting("sound"),
      flip: learner === "N",
      seats: learner,
      announce: false,
    });
    this.#opening = new Opening(this.#board, data.names, {
      send: (move) => this.#try(move),
      changed: () => this.#say(this.#opening.words()),
    });
    this.#board.on("choose", (move) => this.#choose(move));
    this.#board.on("refuse", ({ text }) => {
      this.#board.say("");
      this.#say(text, "wrong");
    });
    watch(({ speed, sound }) => this.#board.set({ speed, sound }));
    byId("again").addEventListener("click", () => this.#again());
    byId("hint").addEventListener("click", () => this.#toggleHint());
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#show();
  }

  /** The position where it is the learner's turn. */
  #show() {
    if (this.#lesson.learner === this.#view.mover && Opening.possible(this.#view)) {
      this.#opening.begin(this.#view, `${this.#lesson.game} ${this.#lesson.slug} ${(this.#attempt += 1)}`);
    } else {
      this.#board.show(this.#view);
    }
  }

  #choose(move) {
    if (this.#opening.active) this.#opening.choose(move.hole);
    else this.#try(move.move);
  }

  async #try(move) {
    if (this.#asking) return;
    this.#asking = true;
    try {
      const { game, number } = this.#lesson;
      const moves = [...this.#moves, move];
      await this.#tell(await post(`/api/lessons/${game}/${number}/check`, { moves }), move);
    } catch (refusal) {
      this.#say(refusal.message, "wrong");
    } finally {
      this.#asking = false;
    }
  }

  async #tell(verdict, move) {
    if (verdict.sowings.length) this.#say("");
    for (const sowing of verdict.sowings) await this.#board.animate(sowing);
    this.#board.say("");
    this.#explain(verdict.sowings);
    const { status, message, position } = verdict;
    this.#say(message, { passed: "right", onward: "right", unfinished: "" }[status] ?? "wrong");
    if (status === "illegal") return;
    if (status === "missed") return this.#missed(position);
    this.#moves.push(move);
    this.#view = position;
    if (status === "unfinished") return this.#show();
    this.#turnStart = this.#moves.length;
    if (status === "onward") return this.#show();
    this.#passed();
  }

  #missed(position) {
    this.#moves.length = this.#turnStart;
    this.#view = position;
    this.#rest();
    byId("again").hidden = false;
    byId("again").focus({ preventScroll: true });
  }

  async #again() {
    byId("again").hidden = true;
    this.#say("");
    await this.#board.undoTo(this.#view);
    this.#board.set({ seats: this.#lesson.learner });
    this.#show();
    this.#board.focus();
  }

  #passed() {
    markDone(this.#lesson.game, this.#lesson.slug);
    showDone();
    this.#rest();
    this.#board.show(this.#view);
    for (const id of ["next", "finished"]) if (byId(id)) byId(id).hidden = false;
    byId("next").focus({ preventScroll: true });
  }

  /** Nothing can be played until the learner goes on. */
  #rest() {
    this.#board.set({ seats: "" });
  }

  #say(text, kind = "") {
    const place = byId("feedback");
    tellWithRule(place, text, kind === "wrong" ? this.#lesson.game : null);
    place.dataset.kind = kind;
  }

  #explain(sowings) {
    byId("why").hidden = sowings.length === 0;
    byId("why-text").replaceChildren(...sowings.map(explained));
  }

  #toggleHint() {
    const text = byId("hint-text");
    text.hidden = !text.hidden;
    byId("hint").setAttribute("aria-expanded", String(!text.hidden));
  }

  #key(event) {
    if (event.key !== "Backspace" || event.defaultPrevented || event.target.closest("input, textarea")) return;
    if (this.#opening.active ? this.#opening.undo() : !byId("again").hidden) {
      event.preventDefault();
      if (!this.#opening.active) this.#again();
    }
  }
}

function explained(sowing) {
  const place = make("div", { class: "sentences" });
  tellSentences(place, sowing);
  return place;
}

new LessonPage();
