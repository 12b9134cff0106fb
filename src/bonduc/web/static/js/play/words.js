// What the game page says of players, turns, moves and results.

import { _, digits, ngettext } from "../i18n.js";

export const OTHER = { S: "N", N: "S" };

/** The seats by name. */
export function seatName(seat) {
  return seat === "S" ? _("South") : _("North");
}

/** What a player is called: the name given, the computer with its level, "You", or the seat. */
export function playerName(state, seat) {
  const player = state.players[seat];
  if (player.kind === "computer") return _("Computer, level {level}", { level: player.level });
  if (player.name) return player.name;
  if (state.you.length === 1 && state.you[0] === seat) return _("You");
  if (player.kind === "open") return _("Nobody yet");
  return seatName(seat);
}

/** The seat that is to move, or null. */
export function mover(state) {
  return state.status === "playing" ? state.round.position.mover : null;
}

/** Whether it is this visitor's turn. */
export function mine(state) {
  return state.can.includes("move") && state.you.includes(mover(state));
}

/** Whose turn it is and what is to be done. */
export function turnWords(state) {
  const seat = mover(state);
  if (state.status === "waiting") {
    return state.you.length ? _("Waiting for your friend to open the link.") : _("Waiting for a second player.");
  }
  if (state.closed === "called-off") return _("The game was called off.");
  if (state.closed) return _("This game was closed before it began.");
  if (seat === null) return state.round.position.outcome ? resultWords(state) : _("The round is over.");
  if (mine(state)) return state.you.length > 1 ? bothWords(state, seat) : yourWords(state);
  if (state.players[seat].kind === "computer") return _("The computer is thinking…");
  if (state.you.length) return _("Waiting for {player}.", { player: playerName(state, seat) });
  return _("{player} to move.", { player: playerName(state, seat) });
}

function yourWords(state) {
  if (state.round.position.moves[0]?.kind === "pass") return _("You have no legal move: you pass.");
  if (opening(state)) return _("Your opening: empty two of your holes, then spread what they held.");
  return _("Your turn: choose a hole.");
}

function bothWords(state, seat) {
  const player = playerName(state, seat);
  if (state.round.position.moves[0]?.kind === "pass") return _("{player} has no legal move and passes.", { player });
  if (opening(state)) return _("{player}'s opening: empty two holes, then spread what they held.", { player });
  return _("{player}'s turn.", { player });
}

/** How the round ended, told to whom it concerns: who plays on one side, or looks on. */
export function resultWords(state) {
  const { outcome } = state.round.position;
  const [own, ...both] = state.you;
  if (!own || both.length || outcome.winner === null) return outcome.text;
  const player = playerName(state, OTHER[own]);
  const won = outcome.winner === own;
  if (outcome.ended === "resignation") return won ? _("{player} gave up: you win.", { player }) : _("You gave up: {player} wins.", { player });
  if (outcome.ended === "time") return won ? _("{player} ran out of time: you win.", { player }) : _("You ran out of time: {player} wins.", { player });
  if (!outcome.by_score) return won ? _("You won.") : _("You lost.");
  const [high, low] = [Math.max(...outcome.score), Math.min(...outcome.score)];
  return won ? _("You won, {high} to {low}.", { high, low }) : _("You lost, {low} to {high}.", { high, low });
}

/** Whether the round is in an opening that is played by hand. */
export function opening(state) {
  return mover(state) !== null && state.round.position.phase !== "play";
}

/** Whether a move was a sowing of several laps; openings are no sowings. */
function relayed(ply) {
  return ply.laps > 1 && !/[>+-]/.test(ply.move);
}

/** What a move did, in a few words: laps and captures; empty where there is nothing to say. */
export function remark(ply) {
  const [south, north] = ply.captured;
  const own = ply.player === "S" ? south : north;
  const other = ply.player === "S" ? north : south;
  const parts = [];
  if (relayed(ply)) parts.push(ngettext("{count} lap", "{count} laps", ply.laps));
  if (own) parts.push(`\u2066+${digits(own)}\u2069`); // the sign before the number, in every script
  if (other) parts.push(_("gives {count}", { count: other }));
  return parts.join(" · ");
}

/** The same for those who listen. */
export function remarkSaid(ply) {
  const [south, north] = ply.captured;
  const parts = [];
  if (relayed(ply)) parts.push(ngettext("{count} lap", "{count} laps", ply.laps));
  if (south) parts.push(_("South takes {count}", { count: south }));
  if (north) parts.push(_("North takes {count}", { count: north }));
  return parts.join(", ");
}

/** A move that is being sown. */
export function toldOf(sowing) {
  return _("{player} plays {move}.", { player: seatName(sowing.player), move: sowing.move });
}

/** A half as a half. */
export function points(value) {
  const whole = Math.floor(value);
  if (value === whole) return digits(whole);
  return `${whole ? digits(whole) : ""}½`;
}
