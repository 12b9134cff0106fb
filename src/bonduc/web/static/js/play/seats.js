// The two players beside the board: names, presence, whose turn it is, points of a match.

import { _, ngettext, pgettext } from "../i18n.js";
import { byId, write } from "../dom.js";
import { OTHER, mine, mover, playerName, points, seatName, turnWords } from "./words.js";

/** Show both players; `near` is the seat shown nearer, `film` what the board is being shown. */
export function showSeats(state, near, film) {
  show(byId("seat-near"), state, near, film);
  show(byId("seat-far"), state, OTHER[near], film);
}

function show(place, state, seat, film) {
  const part = (name) => place.querySelector(`.seat-${name}`);
  const sows = film.sowing?.seat === seat;
  const turn = !film.busy && mover(state) === seat;
  place.dataset.seat = seat;
  place.classList.toggle("sows", sows);
  place.classList.toggle("to-move", turn);
  place.classList.toggle("away", isAway(state, seat));
  const name = playerName(state, seat);
  write(part("name"), name);
  write(part("note"), note(state, seat, name, sows));
  part("rename").hidden = !(state.can.includes("name") && state.you.includes(seat));
  part("points").hidden = !state.match || Boolean(state.match.held);
  if (state.match) write(part("points"), points(state.match.points[seat]));
  write(part("say"), turn && mine(state) ? turnWords(state) : "");
}

/** Whether a player, another one than this visitor, is not connected. */
function isAway(state, seat) {
  const player = state.players[seat];
  return player.kind === "person" && !player.online && state.status !== "waiting" && !state.you.includes(seat);
}

/** The seat where the name does not say it, who sows or is away, how many watch. */
function note(state, seat, name, sows) {
  const parts = [];
  if (name !== seatName(seat)) parts.push(seatName(seat));
  if (sows) parts.push(_("sowing…"));
  else if (isAway(state, seat)) parts.push(pgettext("of a player", "away"));
  if (seat === (state.you[0] || "S") && state.spectators > 0) {
    parts.push(ngettext("{count} watching", "{count} watching", state.spectators));
  }
  return parts.join(" · ");
}
