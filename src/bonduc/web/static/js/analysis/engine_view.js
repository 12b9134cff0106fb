// What the engine thinks, shown: the score bar, the lines, the values of moves in endgame tables.

import { announce } from "../announce.js";
import { byId, make, write } from "../dom.js";
import { _, ngettext } from "../i18n.js";
import { scoreShort, scoreWords, share } from "./words.js";

const SHOWN_MOVES = 10;
const QUIET = 6000; // milliseconds between two scores that are read out

export class EngineView {
  #list = byId("engine-lines");
  #said = "";
  #saidAt = 0;

  /** `acts`: hover(move text or null), play(moves), keep(moves). */
  constructor(acts) {
    this.acts = acts;
  }

  /** A score on the bar; null: none is known. */
  score(score, exact, seeds) {
    const none = score === null || score === undefined;
    const proved = exact && seeds !== null ? [_("exact")] : [];
    const words = none ? "–" : [scoreWords(score, exact, seeds), ...proved].join(" · ");
    write(byId("score-words"), words);
    byId("score").classList.toggle("exact", Boolean(exact) && !none);
    byId("score-bar").setAttribute("aria-label", none ? _("No score yet") : words);
    byId("score-south").style.width = `${100 * (none ? 0.5 : share(score, seeds))}%`;
    byId("score-bar").classList.toggle("unknown", none);
    return none ? "" : words;
  }

  /** What was found. */
  found(message, seeds) {
    byId("engine-idle").hidden = true;
    const words = this.score(message.score, message.exact, seeds);
    const depth = message.tried
      ? ngettext("{count} redistribution tried", "{count} redistributions tried", message.tried)
      : ngettext("{count} move deep", "{count} moves deep", message.depth);
    write(byId("engine-state"), message.tables ? _("from the tables") : message.done ? depth : `${depth} …`);
    this.#lines(message.lines, seeds);
    this.#values(message.values, seeds);
    this.#say(words, message.done);
  }

  /** A state in a few words, with no lines. */
  state(words) {
    byId("engine-idle").hidden = true;
    write(byId("engine-state"), words);
  }

  /** Nothing is thought. */
  clear() {
    this.#list.replaceChildren();
    byId("table-values").hidden = true;
    write(byId("engine-state"), "");
  }

  /** Nothing is thought; `paused`: because a position is being set up. */
  idle(paused) {
    this.clear();
    const place = byId("engine-idle");
    const words = paused
      ? _("The engine rests while a position is set up.")
      : _("The engine rests. Press Engine to see what it thinks.");
    write(place, words);
    place.hidden = false;
  }

  #lines(lines, seeds) {
    const same = this.#list.children.length === lines.length;
    if (!same) this.#list.replaceChildren(...lines.map((_line, index) => this.#row(index)));
    lines.forEach((line, index) => this.#fill(this.#list.children[index], line, seeds));
  }

  /** A row that stays while what stands in it changes, so that focus and pointer stay where they are. */
  #row() {
    const row = make("li", { class: "engine-line" });
    const main = make("button", { type: "button", class: "line-play" });
    const exact = make("small", { class: "line-exact soft" }, _("exact"));
    main.append(make("span", { class: "line-score numbers" }), exact, make("span", { class: "line-moves", dir: "ltr" }));
    const keep = make("button", { type: "button", class: "line-keep", title: _("Keep this line as a variation") }, "+");
    keep.setAttribute("aria-label", _("Keep this line as a variation"));
    main.addEventListener("click", () => this.acts.play(row.moves.slice(0, 1)));
    keep.addEventListener("click", () => this.acts.keep(row.moves.slice(0, SHOWN_MOVES)));
    for (const event of ["pointerenter", "focusin"]) row.addEventListener(event, () => this.acts.hover(row.moves));
    for (const event of ["pointerleave", "focusout"]) row.addEventListener(event, () => this.acts.hover(null));
    row.append(main, keep);
    return row;
  }

  #fill(row, line, seeds) {
    row.moves = line.moves;
    const score = scoreShort(line.score, line.exact, seeds);
    write(row.querySelector(".line-score"), score);
    row.querySelector(".line-exact").hidden = !line.exact;
    const more = line.moves.length > SHOWN_MOVES ? " …" : "";
    write(row.querySelector(".line-moves"), line.moves.slice(0, SHOWN_MOVES).join("  ") + more);
    const proved = line.exact ? [_("exact")] : [];
    const words = [scoreWords(line.score, line.exact, seeds), ...proved].join(", ");
    row.querySelector(".line-play").setAttribute("aria-label", _("Play {move}: {score}", { move: line.moves[0], score: words }));
  }

  #values(values, seeds) {
    const place = byId("table-values");
    place.hidden = !values;
    if (!values) return;
    const key = JSON.stringify(values);
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    const rows = Object.entries(values).map(([move, { score, exact }]) => {
      const words = [make("bdi", {}, move), ` ${scoreShort(score, exact, seeds)}`];
      return make("li", {}, make("button", { type: "button", on: { click: () => this.acts.play([move]) } }, ...words));
    });
    place.replaceChildren(make("p", { class: "soft" }, _("Every move, from the endgame tables:")), make("ul", {}, ...rows));
  }

  /** Read a score out: when the engine is done, else seldom and only if it is another. */
  #say(words, done) {
    const now = performance.now();
    if (words === this.#said || (!done && now - this.#saidAt < QUIET)) return;
    this.#said = words;
    this.#saidAt = now;
    announce(words);
  }
}

