// Calm bars: the invitation, how the round ended and what can be done next; and, where nothing moves for them, what asks for
// an answer: offers, a player who has gone, a notice.

import { _ } from "../i18n.js";
import { announce } from "../announce.js";
import { byId, make, write } from "../dom.js";
import { tellWithRule } from "../rule_link.js";
import { countdown } from "./clocks.js";
import { OTHER, playerName, points, resultWords } from "./words.js";

const OFFERS = [
  { offer: "draw", accept: "accept-draw", decline: "decline-draw" },
  { offer: "take_back", accept: "accept-take-back", decline: "decline-take-back" },
  { offer: "rematch", accept: "accept-rematch", decline: "decline-rematch" },
];

const NOTICE_TIME = 8000; // milliseconds that a notice stays
const SETTLING = 600; // milliseconds in which a bar that has just come takes no click that was meant for something else

export class Bars {
  #places = { bars: byId("bars"), asks: byId("asks") };
  #shown = new Map();
  #send;
  #claims;
  #notice = 0;

  /** `send(type)` sends one of the messages that a bar offers; `claims` tells of a player who has gone. */
  constructor(send, claims) {
    this.#send = send;
    this.#claims = claims;
    setInterval(() => this.#count(), 500);
  }

  /**
   * Show the bars of a state; `isHeld`: not yet how the round ended; `secret` is that of an invitation this visitor
   * holds, `join(name)` takes the seat.
   */
  show(state, { isHeld, secret, join }) {
    this.#change("bars", [
      secret && state.status === "waiting" && !state.you.length ? this.#joining(state, join) : null,
      state.invitation ? this.#invitation(state) : null,
      isHeld ? null : this.#ending(state),
    ]);
    this.#change("asks", [...OFFERS.map((offer) => this.#offer(state, offer)), this.#gone(state)]);
  }

  /** Say something that is to be read once. */
  notice(text, game = null) {
    const place = byId("notice");
    clearTimeout(this.#notice);
    tellWithRule(place, text, game);
    place.hidden = false;
    this.#notice = setTimeout(() => this.forget(), NOTICE_TIME);
  }

  /** What was to be read has been. */
  forget() {
    clearTimeout(this.#notice);
    byId("notice").hidden = true;
  }

  /** Show these bars at a place, those that are shown already as they are. */
  #change(name, bars) {
    const place = this.#places[name];
    const wanted = new Map(bars.filter(Boolean).map((bar) => [`${name} ${bar.key}`, bar]));
    for (const [key, element] of this.#shown) {
      if (wanted.has(key) || !place.contains(element)) continue;
      const focused = element.contains(document.activeElement);
      element.remove();
      this.#shown.delete(key);
      if (focused) byId("main").focus({ preventScroll: true });
    }
    for (const [key, bar] of wanted) {
      if (this.#shown.has(key)) continue;
      const element = bar.build();
      element.classList.add("arriving");
      setTimeout(() => element.classList.remove("arriving"), SETTLING);
      this.#shown.set(key, element);
      place.append(element);
    }
  }

  #bar(kind, text, ...parts) {
    return make("div", { class: `bar bar-${kind}`, role: "group", "aria-label": text }, make("p", {}, text), ...parts);
  }

  #button(label, type, primary = false) {
    return make("button", { type: "button", class: primary ? "primary" : "", on: { click: () => this.#send(type) } }, label);
  }

  #joining(state, join) {
    const maker = state.players.S.kind === "open" ? "N" : "S";
    const name = make("input", { type: "text", maxlength: 24, id: "join-name", autocomplete: "nickname" });
    const form = make(
      "form",
      { class: "bar-form", on: { submit: (event) => (event.preventDefault(), join(name.value.trim())) } },
      make("label", { for: "join-name" }, _("Your name (if you like)")),
      name,
      make("button", { class: "primary" }, _("Join the game")),
    );
    const player = state.players[maker].name;
    const text = player ? _("{player} invites you to this game.", { player }) : _("You are invited to this game.");
    return { key: "join", build: () => this.#bar("join", text, form) };
  }

  #invitation(state) {
    const link = new URL(state.invitation, location.href).href;
    return {
      key: `invitation ${link}`,
      build: () => {
        const text = _("Send this link to your friend. The game begins when they open it.");
        const field = make("input", { type: "text", readonly: true, value: link, dir: "ltr", "aria-label": _("Invitation link") });
        field.addEventListener("focus", () => field.select());
        return this.#bar("invitation", text, make("div", { class: "copy" }, field, copyButton(() => link)));
      },
    };
  }

  #offer(state, { offer, accept, decline }) {
    const by = state.offers[offer];
    if (!by) return null;
    const player = playerName(state, by);
    const asked = {
      draw: _("{player} offers a draw.", { player }),
      take_back: _("{player} asks to take a move back.", { player }),
      rematch: _("{player} asks for another game.", { player }),
    };
    const waiting = {
      draw: _("You offer a draw. Waiting for an answer."),
      take_back: _("You ask to take your move back. Waiting for an answer."),
      rematch: _("You ask for another game. Waiting for an answer."),
    };
    const answers = [
      state.can.includes(accept) ? this.#button(_("Accept"), accept, true) : null,
      state.can.includes(decline) ? this.#button(_("Decline"), decline) : null,
    ].filter(Boolean);
    const own = state.you.includes(by) && state.you.length === 1;
    const text = own ? waiting[offer] : asked[offer];
    const build = () => {
      announce(text);
      return this.#bar("offer", text, make("div", { class: "actions" }, ...answers));
    };
    return { key: `${offer} ${by} ${answers.length} ${state.round.ply}`, build };
  }

  /** The player to move has gone. */
  #gone(state) {
    const { against, near } = this.#claims;
    if (!against || !near || !state.you.includes(OTHER[against]) || state.you.length > 1) return null;
    const acts = [
      this.#claims.left("win") ? null : this.#button(_("Claim the win"), "claim-win", true),
      this.#claims.left("call_off") ? null : this.#button(_("Call it off"), "call-off"),
    ].filter(Boolean);
    const player = playerName(state, against);
    const text = acts.length
      ? _("{player} has gone. You need not wait any longer.", { player })
      : _("{player} has gone. You can end the game if they do not come back.", { player });
    const time = make("span", { class: "numbers bar-time", "aria-hidden": "true" });
    const build = () => {
      announce(text);
      return this.#bar("gone", text, acts.length ? make("div", { class: "actions" }, ...acts) : time);
    };
    return { key: `gone ${against} ${acts.length} ${state.round.ply}`, build };
  }

  /** The time until the game can be ended. */
  #count() {
    for (const place of this.#places.asks.querySelectorAll(".bar-time")) {
      write(place, countdown(this.#claims.left("call_off")));
    }
  }

  #ending(state) {
    const outcome = state.round.position.outcome;
    if (state.closed === "called-off") {
      return { key: `called-off ${state.rematch} ${state.offers.rematch}`, build: () => this.#calledOff(state) };
    }
    if (!outcome || state.status === "playing" || state.status === "waiting") return null;
    const key = ["end", state.round.number, state.status, state.rematch, state.can.join(), state.offers.rematch].join(" ");
    return { key, build: () => this.#ended(state, outcome) };
  }

  #calledOff(state) {
    return this.#bar("end", _("The game was called off."), make("div", { class: "actions" }, ...this.#next(state)));
  }

  #ended(state, outcome) {
    const over = state.match?.outcome;
    const text = over ? matchWords(state, over.winner) : resultWords(state);
    const parts = [make("p", { class: "soft" }, over ? over.text : outcome.reason)];
    if (state.match) parts.push(make("p", {}, matchScore(state)));
    return this.#bar("end", text, ...parts, make("div", { class: "actions" }, ...this.#next(state)));
  }

  /** What can be done after a round. */
  #next(state) {
    const { code, game } = state;
    const link = (label, href, primary = false) => make("a", { class: `button${primary ? " primary" : ""}`, href }, label);
    const alone = state.opponent !== "friend";
    return [
      state.can.includes("next-round") ? this.#button(_("Next round"), "next-round", true) : null,
      state.can.includes("offer-rematch") && !state.rematch
        ? this.#button(alone ? _("Play again") : _("Ask for another game"), "offer-rematch", state.status === "finished")
        : null,
      state.rematch ? link(_("To the next game"), `/play/${state.rematch}`, true) : null,
      link(_("Analyse this game"), `/analysis/game/${code}`),
      link(_("Download the record"), `/api/live/${code}/record?download=1`),
      state.status === "finished" ? link(_("New game"), `/play?game=${game}`) : null,
    ].filter(Boolean);
  }
}

/** Who has won the match. */
function matchWords(state, winner) {
  if (winner === null) return _("The match is a draw.");
  if (state.you.length === 1 && state.you[0] === winner) return _("You win the match.");
  return _("{player} wins the match.", { player: playerName(state, winner) });
}

/** How the match stands, in words. */
function matchScore(state) {
  const { points: scored, held } = state.match;
  const near = state.you[0] || "S";
  const far = OTHER[near];
  const place = { one: playerName(state, near), other: playerName(state, far) };
  if (held) {
    return _("{one} holds {count} seeds, {other} {rest}.", { ...place, count: held[near], rest: held[far] });
  }
  const score = { first: points(scored[near]), second: points(scored[far]) };
  return _("The match stands {first} to {second}: {one} against {other}.", { ...place, ...score });
}

/** A button that copies a text, and says so. */
export function copyButton(text) {
  const button = make("button", { type: "button" }, _("Copy"));
  button.addEventListener("click", async () => {
    const field = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      field.select();
      document.execCommand("copy");
    }
    button.textContent = _("Copied");
    setTimeout(() => (button.textContent = _("Copy")), 2000);
  });
  return button;
}
