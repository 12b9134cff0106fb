// The page of a game: what the server says is shown; what the visitor does is sent.
//
// `state` is the server's last word: clocks, offers, buttons and results follow it at once. The board may lag behind: moves
// are played on it one after another (`film`), with the list of moves. Where a clock runs, whoever is to move may do so
// at any time, and the board catches up; elsewhere whose turn it is, and a result that a sowing brought, are told when the
// board has shown it. Looking back (`at` is a ply, not null) leaves the game alone. An own move is `sent` until the
// server has answered.

import { Board } from "../board.js";
import { post } from "../http.js";
import { _ } from "../i18n.js";
import { change, setting, watch } from "../settings.js";
import { announce } from "../announce.js";
import { lastMove } from "../board/last.js";
import { motionReduced } from "../board/motion.js";
import { Acts } from "./acts.js";
import { Bars } from "./bars.js";
import { Claims } from "./claims.js";
import { Clocks } from "./clocks.js";
import { askName, sure, wireDialogs } from "./dialogs.js";
import { byId, carried, write } from "../dom.js";
import { Film } from "./film.js";
import { forgetInvitation, invitationTo } from "./invitation.js";
import { listenToKeys } from "./keys.js";
import { Link } from "./link.js";
import { MoveList } from "./moves.js";
import { Opening } from "../opening.js";
import { Past } from "./past.js";
import { showSeats } from "./seats.js";
import * as sound from "./sound.js";
import { OTHER, mine, mover, remarkSaid, resultWords, seatName, toldOf, turnWords } from "./words.js";
import { Why } from "./why.js";

const data = carried("board-data");
const title = document.title;
const FOR_GOOD = [403, 404, 409]; // answers to a join after which it need not be tried again
const MOST_SHOWN = 3; // moves that wait to be played on the board; those before them are in the list

class GamePage {
  state = carried("game-state");
  at = null;
  #sent = null;
  #previews = "";
  #ringed = "";
  #news = []; // to be told when the board has shown what led to it
  #isQuiet = false; // the round was ended by a sowing that the board has yet to show
  #speed = null; // at which the server knows that sowings are shown here

  constructor() {
    this.secret = invitationTo(this.state.code);
    const options = this.#boardOptions();
    this.flip = options.flip;
    this.facing = options.facing;
    this.board = new Board(byId("board"), data, { ...options, announce: false });
    this.film = new Film(this.board, { began: () => this.#sows(), idle: () => this.#rest() });
    this.past = new Past(this.state);
    this.list = new MoveList((ply) => this.look(ply));
    this.why = new Why(this.past);
    this.clocks = new Clocks();
    this.claims = new Claims(() => this.#render());
    this.acts = new Acts(
      (type) => this.act(type),
      (text) => this.#notice(text),
    );
    this.bars = new Bars((type) => this.act(type), this.claims);
    this.opening = new Opening(this.board, data.names, {
      send: (move) => this.move(move),
      changed: () => this.#say(),
    });
    this.#wire();
    this.#render();
    this.#settle();
    this.#follow(this.state, []).then(() => this.#ring());
    this.link = new Link(this.state.code, () => this.state.version, {
      state: (message) => this.#heard(message),
      done: () => this.#render(),
      refused: (message) => this.#refused(message),
      presence: (message) => this.#present(message),
      line: (status) => this.#line(status),
    });
    this.#resume();
  }

  /** A move that was chosen before a reload and is not acknowledged is on its way still. */
  #resume() {
    const { number, ply } = this.state.round;
    const said = this.link.pending.find((each) => each.type === "move" && each.round === number && each.ply === ply);
    if (!said) return;
    this.#sent = { move: said.move, round: number, ply };
    this.#render();
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

  /** Send something else that the page offers; what cannot be undone asks first. */
  async act(type) {
    if (!(await sure(type, this.state))) return;
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
    this.board.set({ seats: "", eager: false });
    this.#ringed = "";
    this.bars.forget();
    this.board.say("");
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
    const before = this.state;
    const sent = this.#sent;
    this.state = state;
    if (sent && (state.round.number !== sent.round || state.round.ply > sent.ply || isRewound(causes))) this.#sent = null;
    const over = state.round.position.outcome && !before.round.position.outcome;
    if (over) this.#isQuiet = !state.clock && causes.at(-1)?.kind === "move";
    if (sowings.length || isElsewhere(state.round, before.round)) {
      this.film.add(() => this.#show({ state, sowings, causes, sent }), MOST_SHOWN);
    } else if (!this.film.busy && this.at === null) {
      this.#settle();
    }
    this.#render();
    this.#tell(causes);
    this.#turnOrEnd(over, before);
    const next = causes.some((cause) => cause.kind === "rematch") && state.you.length && state.rematch;
    if (next) location.assign(`/play/${state.rematch}`);
  }

  /** Let the board show what has happened. */
  async #show({ state, sowings, causes, sent }) {
    for (const sowing of sowings.slice(-MOST_SHOWN)) await this.#play(sowing, sent);
    const { round } = this.state;
    const back = !sowings.length && isRewound(causes) && this.at === null && round.number === state.round.number;
    if (back) await this.board.undoTo(state.round.position);
    await this.#follow(state, sowings);
  }

  async #play(sowing, sent) {
    if (this.at !== null || sowing.round !== this.state.round.number) return;
    this.opening.end();
    const tried = sent && sent.move.includes(">") && sent.ply === sowing.ply - 1;
    const words = toldOf(sowing);
    if (tried) {
      this.board.show(sowing.after);
    } else {
      await this.film.play(sowing, words);
      this.board.say(sowing.explanation.at(-1) || "");
      this.#ringed = ringOf(sowing.round, sowing.ply, sowing.move); // The board has marked and told it itself.
    }
    announce(words);
    announce(remarkSaid(sowing));
  }

  /** A sowing begins or ends on the board. */
  #sows() {
    const seen = Boolean(this.film.sowing) && setting("speed") !== "instant";
    byId("sowing-skip").hidden = !seen;
    byId("sowing-step").hidden = !seen || setting("speed") !== "step";
    this.#showPlayers();
    this.#say();
  }

  /** The board stands where the game does. */
  #rest() {
    this.#isQuiet = false;
    if (this.at === null) this.#settle();
    this.#render();
    for (const tell of this.#news.splice(0)) tell();
  }

  async #follow(state, sowings) {
    try {
      await this.past.follow(state, sowings);
    } catch {
      return; // The line is down: it will be asked again with the next state.
    }
    if (this.at !== null && this.at > this.past.plies.length) this.at = null;
    this.#showBrowsing();
  }

  #refused({ code, message }) {
    this.#sent = null;
    this.#ringed = "";
    this.#render();
    if (code !== "stale" && !this.film.busy) this.#settle();
    this.#notice(message, code === "illegal" ? this.state.game : null);
  }

  #present({ online, spectators, claim }) {
    for (const seat of ["S", "N"]) this.state.players[seat].online = online[seat];
    this.state.spectators = spectators;
    this.state.claim = claim;
    this.#render();
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
    if (status === "open") {
      this.#speed = null;
      this.#tellSpeed();
    }
    this.#say();
  }

  /** Let the server know how fast sowings are shown here: the clock waits for them. */
  #tellSpeed() {
    const speed = motionReduced() ? "instant" : setting("speed");
    if (!this.link?.open || !this.state.clock || !this.state.you.length || speed === this.#speed) return;
    this.#speed = speed;
    this.link.send({ type: "speed", speed });
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
      taps: setting("oneTap") ? 1 : 2,
      flip: this.#near() === "N",
      facing: setting("facing") && this.state.opponent === "same-screen",
      seats: this.#seats(),
    };
  }

  #seats() {
    const shown = !this.film?.busy || this.#isEager;
    return this.at === null && !this.#sent && shown && mine(this.state) ? this.state.you.join("") : "";
  }

  /** Whether a choice counts although the board has not shown everything. */
  get #isEager() {
    return Boolean(this.state.clock) && this.at === null && !this.#sent && mine(this.state);
  }

  /** Put the board where the game stands, with what can be done there. */
  #settle() {
    const { position, number, ply } = this.state.round;
    const seats = this.#seats();
    this.board.set({ seats, eager: this.#isEager });
    if (seats && Opening.possible(position)) {
      this.opening.begin(position, `${this.state.code} ${number} ${ply} ${position.position}`);
    } else {
      this.opening.end();
      const shown = this.board.view?.position === position.position && this.#previews === position.position;
      if (!shown) {
        this.board.show(position);
        this.#fetchPreviews();
      }
    }
    this.#ring();
    this.#say();
  }

  /** Mark the holes of the move that led to the position shown, and tell how it ended, once. */
  async #ring() {
    const { ply } = this;
    const move = this.past.plies[ply - 1];
    const key = ringOf(this.state.round.number, ply, move?.move);
    if (key === this.#ringed || this.#sent || this.opening.active) return;
    this.#ringed = key;
    if (!move) return;
    try {
      const sowing = await this.past.sowing(ply);
      if (key !== this.#ringed || this.#sent || (this.at === null && this.film.busy)) return;
      this.board.highlight(lastMove(sowing));
      this.board.say(sowing.explanation.at(-1) || "");
    } catch {
      this.#ringed = ""; // The line is down: it is asked again with the next state.
    }
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
    this.#orient();
    this.#showPlayers();
    this.claims.set(this.state.claim);
    const isHeld = this.#isQuiet && this.film.busy;
    this.bars.show(this.state, { isHeld, secret: this.secret, join: (name) => this.#join(name) });
    this.acts.show(this.state, (type) => this.#can(type));
    this.board.set({ seats: this.#seats(), eager: this.#isEager });
    this.#tellSpeed();
    this.#say();
  }

  /** Whether something can be sent now: the server said so, or has said when. */
  #can(type) {
    const { can, you } = this.state;
    const gone = type === "call-off" && you.includes(OTHER[this.claims.against]) && !this.claims.left("call_off");
    return can.includes(type) || gone;
  }

  #showPlayers() {
    const near = this.#near();
    showSeats(this.state, near, this.film);
    const part = (place, name) => byId(`seat-${place}`).querySelector(name);
    const clock = (place) => ({ time: part(place, ".seat-clock"), starts: part(place, ".seat-starts") });
    this.clocks.show(this.state.clock, { [near]: clock("near"), [OTHER[near]]: clock("far") });
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
    if (this.film.sowing) words = this.film.sowing.words;
    if (this.film.sowing && this.#isEager) words += ` ${_("You may move now.")}`;
    if (this.opening.active) words = this.opening.words();
    if (this.at !== null) words = this.#lookingWords();
    write(byId("turn"), words);
    byId("turn").classList.toggle("yours", this.#isMine && !this.#sent && !this.film.sowing && this.at === null);
    byId("live").hidden = this.at === null;
    this.#mark();
    const turn = this.film.sowing && !state.clock ? this.film.sowing.words : turnWords(state);
    document.title = `${this.#isMine ? `● ${turnTitle(state)}` : turn} · ${title}`;
  }

  /** Whether it is this visitor's turn, and time to say so. */
  get #isMine() {
    return mine(this.state) && (Boolean(this.state.clock) || !this.film.busy);
  }

  #lookingWords() {
    const move = this.list.name(this.at);
    return move ? _("You are looking at the position after {move}.", { move }) : _("You are looking at the start.");
  }

  /** Where the game stands, for styles and tests. */
  #mark() {
    const { status, round, version } = this.state;
    const turn = this.film.busy ? "sowing" : this.#sent ? "sent" : mine(this.state) ? "mine" : "theirs";
    Object.assign(byId("table").dataset, { status, ply: round.ply, round: round.number, version, turn });
  }

  /** Something to be read once. */
  /** Say something; of a refusal by the rules of a `game` the rule is a link. */
  #notice(text, game = null) {
    this.bars.notice(text, game);
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

  /** Tell what has happened besides moves. */
  #tell(causes) {
    const told = {
      "draw-decline": _("The draw is declined."),
      "take-back-decline": _("The move stays."),
      "rematch-decline": _("The other player does not want another game."),
      "take-back": _("Moves were taken back."),
      join: _("The other player is here."),
      flag: _("Time is up."),
      "call-off": _("The game was called off."),
    };
    for (const { kind, seat } of causes) {
      const own = this.state.you.includes(seat) && this.state.you.length === 1;
      if (kind in told && !own) this.#notice(told[kind]);
    }
  }

  /** Say aloud that the round is over or whose turn it is: at once where a clock runs, else when the board shows it. */
  #turnOrEnd(over, before) {
    const { state } = this;
    const came = mine(state) && !mine(before);
    const tell = () => {
      if (over) {
        announce(resultWords(state));
        sound.end();
      } else if (mine(this.state) && came) {
        announce(turnWords(this.state));
        if (state.you.length === 1) sound.turn();
      }
    };
    if (state.clock || !this.film.busy || (over && !this.#isQuiet)) tell();
    else this.#news.push(tell);
  }

  /** Take the seat that the invitation is for. It is kept until that is done or can never be. */
  async #join(name) {
    if (name) change("name", name);
    try {
      const state = await post(`/api/live/${this.state.code}/join`, { invitation: this.secret, name });
      this.#forget();
      this.#heard({ state });
    } catch (refusal) {
      if (FOR_GOOD.includes(refusal.status)) this.#forget();
      this.#render();
      this.#notice(refusal.status ? refusal.message : _("The server did not answer: try again."));
    }
  }

  #forget() {
    this.secret = null;
    forgetInvitation(this.state.code);
  }

  /** An invitation was opened in this tab. */
  #invited() {
    const secret = invitationTo(this.state.code);
    if (secret === this.secret) return;
    this.secret = secret;
    if (this.state.status !== "waiting" && !this.state.you.length) {
      this.#forget();
      this.#notice(_("This invitation has been used: you can watch the game."));
    }
    this.#render();
  }

  // Wiring

  #wire() {
    this.board.on("shown", () => this.at !== null && this.#ring());
    this.board.on("hasten", ({ again }) => this.#hasten(again));
    this.board.on("choose", (move) => this.#choose(move));
    byId("board").addEventListener("click", (event) => {
      const beside = !event.target.closest("svg"); // the board itself hears the others
      if (beside && this.board.busy && !this.board.step()) this.board.skip();
    });
    byId("sowing-skip").addEventListener("click", () => this.board.skip());
    byId("sowing-step").addEventListener("click", () => this.board.step());
    byId("live").addEventListener("click", () => this.back());
    addEventListener("hashchange", () => this.#invited());
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

  #choose({ move, hole }) {
    if (this.opening.active) this.opening.choose(hole);
    else if (this.board.view.position === this.state.round.position.position) this.move(move, hole);
  }

  /** Move before the board has shown everything. */
  async #hasten(again) {
    await this.film.catchUp();
    this.board.say(_("The sowing was cut short: your choice counts."));
    again();
  }

  #set() {
    const { speed, sound: clicks, taps } = this.#boardOptions();
    this.board.set({ speed, sound: clicks, taps });
    this.#render();
  }

  /** Turn the board so that the seat that is shown nearer is: it changes with settings, by joining, and between rounds. */
  #orient() {
    const { flip, facing } = this.#boardOptions();
    if (flip !== this.flip || facing !== this.facing) this.board.set({ flip, facing });
    this.flip = flip;
    this.facing = facing;
    document.body.classList.toggle("facing", facing);
    byId("facing").setAttribute("aria-pressed", facing);
    byId("flip").setAttribute("aria-pressed", setting("flip"));
  }
}

/** A move whose holes are marked on the board. */
function ringOf(round, ply, move) {
  return `${round} ${ply} ${move}`;
}

function turnTitle(state) {
  return state.you.length > 1 ? seatName(mover(state)) : _("Your turn");
}

/** Whether the board has to change between two states of a round. */
function isElsewhere(one, other) {
  return one.number !== other.number || one.ply !== other.ply;
}

function isRewound(causes) {
  return causes.some((cause) => cause.kind === "take-back");
}

new GamePage();
