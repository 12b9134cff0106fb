// The page of a game: what the server says is shown, in order; what the visitor does is sent.
//
// `state` is the server's last word. Moves that came with it are played on the board one after another (`updates`);
// looking back (`at` is a ply, not null) leaves the game alone. An own move is `sent` until the server has answered.

import { Board } from "../board.js";
import { post } from "../http.js";
import { _ } from "../i18n.js";
import { change, setting, watch } from "../settings.js";
import { announce } from "../announce.js";
import { Bars } from "./bars.js";
import { Clocks } from "./clocks.js";
import { ask, askName, wireDialogs } from "./dialogs.js";
import { byId, carried, make, write } from "../dom.js";
import { listenToKeys } from "./keys.js";
import { Link } from "./link.js";
import { MoveList } from "./moves.js";
import { Opening } from "../opening.js";
import { Past } from "./past.js";
import { showSeats } from "./seats.js";
import * as sound from "./sound.js";
import { OTHER, mine, mover, remarkSaid, seatName, turnWords } from "./words.js";
import { Why } from "./why.js";

const data = carried("board-data");
const title = document.title;
const MOST_SHOWN = 3; // moves that are played on the board after an absence; those before them are in the list

class GamePage {
  state = carried("game-state");
  at = null;
  #updates = [];
  #draining = false;
  #sent = null;
  #playing = "";
  #previews = "";

  constructor() {
    this.secret = takeSecret();
    this.board = new Board(byId("board"), data, { ...this.#boardOptions(), announce: false });
    this.past = new Past(this.state);
    this.list = new MoveList((ply) => this.look(ply));
    this.why = new Why(this.past);
    this.clocks = new Clocks();
    this.bars = new Bars((type) => this.act(type));
    this.opening = new Opening(this.board, data.names, {
      send: (move) => this.move(move),
      changed: () => this.#say(),
    });
    this.#wire();
    this.#render();
    this.#settle();
    this.#follow([]);
    this.link = new Link(this.state.code, () => this.state.version, {
      state: (message) => this.#heard(message),
      done: () => this.#render(),
      refused: (message) => this.#refused(message),
      presence: (message) => this.#present(message),
      line: (status) => this.#line(status),
    });
  }

  // What the visitor does

  /** Send a move; the hole it starts from is marked until the server has answered. */
  move(move, hole = null) {
    const { number, ply } = this.state.round;
    this.#sent = { move, round: number, ply };
    this.link.send({ type: "move", round: number, ply, move, version: this.state.version });
    this.board.set({ seats: "" });
    if (hole !== null) this.board.highlight({ from: hole, end: null, taken: [] });
    this.#say();
  }

  /** Send something else that the page offers; giving up asks first. */
  async act(type) {
    if (type === "resign" && !(await this.#sure())) return;
    const { number, ply } = this.state.round;
    const { version } = this.state;
    const whole = type.endsWith("rematch") || type === "leave";
    const place = whole ? {} : type === "resign" ? { round: number } : { round: number, ply, version };
    this.link.send({ type, ...place });
  }

  /** Ask for another name of a seat, and send it. */
  async rename(seat) {
    const name = await askName(this.state.players[seat].name);
    if (name === null) return;
    if (this.state.you.length === 1) change("name", name);
    this.link.send({ type: "name", name, seat });
  }

  #sure() {
    const both = this.state.you.length > 1;
    const title = both ? _("{player} resigns?", { player: seatName(mover(this.state)) }) : _("Resign this round?");
    return ask({ title, words: _("The other player wins this round."), yes: _("Resign") });
  }

  /** Look at the position after `ply` moves; the last one is the game as it stands. */
  async look(ply, { play = false } = {}) {
    const { length } = this.past.plies;
    const wanted = Math.min(Math.max(ply, 0), length);
    const from = this.at ?? length;
    if (wanted === from && wanted === length) return this.back();
    this.at = wanted === length ? null : wanted;
    this.#showBrowsing();
    if (this.at === null) return this.back();
    this.opening.end();
    if (play && wanted === from + 1 && (await this.#replay(wanted))) return null;
    if (this.at !== wanted) return null;
    this.board.set({ seats: "" });
    this.board.show(this.past.view(wanted, this.state.round.position), { last: null });
    return null;
  }

  /** Play the move that leads to a ply again; whether the board shows that ply now. */
  async #replay(ply) {
    const sowing = await this.past.sowing(ply);
    if (this.at !== ply) return false;
    await this.board.animate(sowing);
    return true;
  }

  /** Back to the game as it stands. */
  back() {
    this.at = null;
    this.#showBrowsing();
    this.#settle();
  }

  get ply() {
    return this.at ?? this.past.plies.length;
  }

  // What the server says

  #heard({ state, sowings = [], causes = [] }) {
    if (state.version < this.state.version) return;
    this.#updates.push({ state, sowings, causes });
    this.#drain();
  }

  async #drain() {
    if (this.#draining) return;
    this.#draining = true;
    try {
      while (this.#updates.length) await this.#update(this.#updates.shift());
    } finally {
      this.#draining = false;
    }
    this.#say();
  }

  async #update({ state, sowings, causes }) {
    const before = this.state;
    const wasMine = mine(before);
    this.state = state;
    const sent = this.#sent;
    if (sent && (state.round.number !== sent.round || state.round.ply > sent.ply || isRewound(causes))) this.#sent = null;
    this.#showPlayers();
    for (const sowing of sowings.slice(-MOST_SHOWN)) await this.#play(sowing, sent);
    if (!sowings.length && isRewound(causes) && this.at === null) await this.board.undoTo(state.round.position);
    await this.#follow(sowings);
    this.#render();
    if (this.at === null) this.#settle();
    this.#tell(causes, before, wasMine);
    const next = causes.some((cause) => cause.kind === "rematch") && state.you.length && state.rematch;
    if (next) location.assign(`/play/${state.rematch}`);
  }

  async #play(sowing, sent) {
    if (this.at !== null || sowing.round !== this.state.round.number) return;
    this.opening.end();
    const tried = sent && sent.move.includes(">") && sent.ply === sowing.ply - 1;
    const player = seatName(sowing.player);
    const told = _("{player} plays {move}.", { player, move: sowing.move });
    this.#playing = told;
    this.#say();
    byId("sowing-controls").hidden = tried || setting("speed") === "instant";
    byId("sowing-step").hidden = setting("speed") !== "step";
    if (tried) this.board.show(sowing.after);
    else await this.board.animate(sowing);
    this.board.say(sowing.explanation.at(-1) || "");
    byId("sowing-controls").hidden = true;
    this.#playing = "";
    announce(told);
    announce(remarkSaid(sowing));
  }

  async #follow(sowings) {
    try {
      await this.past.follow(this.state, sowings);
    } catch {
      return; // The line is down: it will be asked again with the next state.
    }
    if (this.at !== null && this.at > this.past.plies.length) this.at = null;
    this.#showBrowsing();
  }

  #refused({ code, message }) {
    this.#sent = null;
    this.#render();
    if (code !== "stale") this.#settle();
    this.#notice(message);
  }

  #present({ online, spectators }) {
    for (const seat of ["S", "N"]) this.state.players[seat].online = online[seat];
    this.state.spectators = spectators;
    this.#showPlayers();
  }

  #line(status) {
    const words = {
      lost: _("Connection lost: trying again. Nothing is lost."),
      gone: _("This game is not there any more."),
      refused: _("The server has closed the connection. Reload the page to go on."),
    };
    const place = byId("line");
    place.hidden = !(status in words);
    write(place, words[status] || "");
    document.body.dataset.line = status;
    this.#say();
  }

  // Showing

  /** The seat that is shown nearer. */
  #near() {
    const own = this.state.you.length === 1 ? this.state.you[0] : "S";
    return setting("flip") ? (own === "S" ? "N" : "S") : own;
  }

  #boardOptions() {
    return {
      speed: setting("speed"),
      sound: setting("sound"),
      flip: this.#near() === "N",
      facing: setting("facing") && this.state.opponent === "same-screen",
      seats: this.#seats(),
    };
  }

  #seats() {
    return this.at === null && !this.#sent && mine(this.state) ? this.state.you.join("") : "";
  }

  /** Put the board where the game stands, with what can be done there. */
  #settle() {
    const { position, number, ply } = this.state.round;
    this.board.set({ seats: this.#seats() });
    if (this.#seats() && Opening.possible(position)) {
      this.opening.begin(position, `${this.state.code} ${number} ${ply} ${position.position}`);
    } else {
      this.opening.end();
      if (this.#draining || this.board.view?.position !== position.position || !this.#previews) {
        this.board.show(position);
      }
      this.#fetchPreviews();
    }
    this.#say();
  }

  /** Ask what each move would do, once a turn. */
  async #fetchPreviews() {
    const { position } = this.state.round;
    this.#previews = "";
    if (!this.#seats() || position.phase !== "play" || !position.moves.length) return;
    const { game, options } = this.state;
    try {
      const view = await post("/api/position", { game, options, position: position.position });
      const still = this.state.round.position.position === position.position && this.at === null && this.#seats();
      if (!still || this.board.busy) return;
      this.#previews = position.position;
      this.board.show(view);
    } catch {
      // Previews are a help, no more.
    }
  }

  #render() {
    this.#showPlayers();
    this.bars.show(this.state, { secret: this.secret, join: (name) => this.#join(name) });
    this.#renderActs();
    this.#say();
  }

  #showPlayers() {
    const near = this.#near();
    showSeats(this.state, near);
    const clock = (place) => byId(`seat-${place}`).querySelector(".seat-clock");
    this.clocks.show(this.state.clock, { [near]: clock("near"), [OTHER[near]]: clock("far") });
  }

  #renderActs() {
    const { can, you, opponent } = this.state;
    const asks = opponent === "friend";
    const acts = [
      ["take-back", asks ? _("Ask to take back") : _("Take back")],
      ["offer-draw", you.length > 1 ? _("Agree a draw") : _("Offer a draw")],
      ["resign", _("Resign")],
      ...(this.state.status === "waiting" ? [["leave", _("Close this game")]] : []),
    ].filter(([type]) => can.includes(type));
    const place = byId("acts");
    const key = acts.join("|");
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    const focused = place.contains(document.activeElement) && document.activeElement.dataset.act;
    const button = ([type, label]) =>
      make("button", { type: "button", "data-act": type, on: { click: () => this.act(type) } }, label);
    place.replaceChildren(...acts.map(button));
    if (focused) (place.querySelector(`[data-act="${focused}"]`) || byId("main")).focus({ preventScroll: true });
  }

  /** The line that says what is to be done, and the page's title. */
  #say() {
    const { state } = this;
    let words = turnWords(state);
    if (this.#sent) {
      const kept = document.body.dataset.line === "lost";
      words = kept
        ? _("{move} will be played as soon as the connection is back.", { move: this.#sent.move })
        : _("Playing {move}…", { move: this.#sent.move });
    }
    if (this.#playing) words = this.#playing;
    if (this.opening.active) words = this.opening.words();
    if (this.at !== null) words = this.#lookingWords();
    write(byId("turn"), words);
    byId("turn").classList.toggle("yours", mine(state) && !this.#sent && !this.#playing && this.at === null);
    byId("live").hidden = this.at === null;
    this.#mark();
    document.title = `${mine(state) ? `● ${turnTitle(state)}` : turnWords(state)} · ${title}`;
  }

  #lookingWords() {
    const move = this.list.name(this.at);
    return move ? _("You are looking at the position after {move}.", { move }) : _("You are looking at the start.");
  }

  /** Where the game stands, for styles and tests. */
  #mark() {
    const { status, round, version } = this.state;
    const turn = this.#draining ? "sowing" : this.#sent ? "sent" : mine(this.state) ? "mine" : "theirs";
    Object.assign(byId("table").dataset, { status, ply: round.ply, round: round.number, version, turn });
  }

  /** Something to be read once, under the board. */
  #notice(text) {
    this.board.say(text);
    announce(text);
  }

  #showBrowsing() {
    const { length } = this.past.plies;
    this.list.show(this.past.plies, this.ply);
    this.why.show(this.ply);
    const slider = byId("slider");
    slider.max = length;
    slider.value = this.ply;
    slider.setAttribute("aria-valuetext", this.list.name(this.ply) || _("To the start"));
    byId("to-start").disabled = byId("to-previous").disabled = this.ply === 0;
    byId("to-next").disabled = byId("to-end").disabled = this.at === null;
    document.body.classList.toggle("looking", this.at !== null);
    this.#say();
  }

  /** Say aloud what has happened and whose turn it is. */
  #tell(causes, before, wasMine) {
    const told = {
      "draw-decline": _("The draw is declined."),
      "take-back-decline": _("The move stays."),
      "rematch-decline": _("The other player does not want another game."),
      "take-back": _("Moves were taken back."),
      join: _("The other player is here."),
      flag: _("Time is up."),
    };
    for (const { kind, seat } of causes) {
      const own = this.state.you.includes(seat) && this.state.you.length === 1;
      if (kind in told && !own) this.#notice(told[kind]);
    }
    const over = this.state.round.position.outcome;
    if (over && !before.round.position.outcome) {
      announce(over.text);
      sound.end();
    } else if (mine(this.state)) {
      announce(turnWords(this.state));
      if (!wasMine && this.state.you.length === 1) sound.turn();
    }
  }

  async #join(name) {
    if (name) change("name", name);
    try {
      const state = await post(`/api/live/${this.state.code}/join`, { invitation: this.secret, name });
      this.secret = null;
      this.#heard({ state });
    } catch (refusal) {
      this.secret = null;
      this.#render();
      this.#notice(refusal.message);
    }
  }

  // Wiring

  #wire() {
    this.board.on("choose", (move) => (this.opening.active ? this.opening.choose(move.hole) : this.move(move.move, move.hole)));
    byId("board").addEventListener("click", () => this.board.busy && (this.board.step() || this.board.skip()));
    byId("sowing-skip").addEventListener("click", () => this.board.skip());
    byId("sowing-step").addEventListener("click", () => this.board.step());
    byId("live").addEventListener("click", () => this.back());
    byId("to-start").addEventListener("click", () => this.look(0));
    byId("to-previous").addEventListener("click", () => this.look(this.ply - 1));
    byId("to-next").addEventListener("click", () => this.look(this.ply + 1, { play: true }));
    byId("to-end").addEventListener("click", () => this.back());
    byId("slider").addEventListener("input", (event) => this.look(Number(event.target.value)));
    byId("flip").addEventListener("click", () => change("flip", !setting("flip")));
    byId("facing").addEventListener("click", () => change("facing", !setting("facing")));
    byId("facing").hidden = this.state.opponent !== "same-screen";
    for (const place of document.querySelectorAll(".seat")) {
      place.querySelector(".seat-rename").addEventListener("click", () => this.rename(place.dataset.seat));
    }
    watch(() => this.#set());
    this.#set();
    wireDialogs();
    listenToKeys(this);
  }

  #set() {
    const options = this.#boardOptions();
    this.board.set({ speed: options.speed, sound: options.sound });
    if (options.flip !== this.flip || options.facing !== this.facing) {
      this.board.set({ flip: options.flip, facing: options.facing });
    }
    this.flip = options.flip;
    this.facing = options.facing;
    document.body.classList.toggle("facing", options.facing);
    byId("facing").setAttribute("aria-pressed", options.facing);
    byId("flip").setAttribute("aria-pressed", setting("flip"));
    this.#render();
  }
}

function turnTitle(state) {
  return state.you.length > 1 ? seatName(mover(state)) : _("Your turn");
}

function isRewound(causes) {
  return causes.some((cause) => cause.kind === "take-back");
}

/** The secret of an invitation in the address, which is taken out of it. */
function takeSecret() {
  const secret = location.hash.slice(1);
  if (secret) history.replaceState(null, "", location.pathname + location.search);
  return secret || null;
}

new GamePage();
