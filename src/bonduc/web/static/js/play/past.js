// What was played: every move of the current round in short, and positions and sowings of earlier plies on demand.

import { get, post } from "../http.js";

export class Past {
  #code;
  #game;
  #options;
  #round = 0;
  #start = null;
  #sowings = new Map();
  /** The moves of the round: {move, player, laps, captured, after}. */
  plies = [];

  constructor(state) {
    this.#code = state.code;
    this.#game = state.game;
    this.#options = state.options;
  }

  /** Come to know the moves of a state; `sowings` are those the server sent with it. */
  async follow(state, sowings = []) {
    const { number, moves, start } = state.round;
    if (number !== this.#round) this.#begin(number);
    for (const sowing of sowings) this.#learn(sowing, number);
    const known = this.plies.findIndex((ply, index) => ply?.move !== moves[index]);
    if (known >= 0) this.plies.length = known;
    if (this.plies.length === moves.length && this.#start) return;
    const asked = { game: this.#game, options: this.#options, position: start, moves };
    const replayed = await post("/api/replay", asked);
    if (number !== this.#round) return;
    this.#start = replayed.start;
    this.plies = replayed.plies;
  }

  #begin(number) {
    this.#round = number;
    this.#start = null;
    this.plies = [];
    this.#sowings.clear();
  }

  #learn(sowing, number) {
    if (sowing.round !== number || sowing.ply > this.plies.length + 1) return;
    this.plies.length = sowing.ply - 1;
    this.plies.push({
      move: sowing.move,
      player: sowing.player,
      laps: sowing.laps,
      captured: sowing.captured,
      after: contents(sowing.after),
    });
    this.#sowings.set(sowing.ply, sowing);
  }

  /** The position after `ply` moves as a view to look at, made from a view of the same round. */
  view(ply, like) {
    const held = ply === 0 ? this.#start : this.plies[ply - 1]?.after;
    if (!held) return null;
    const { seeds, marks, ...rest } = held;
    const marked = new Set(marks);
    const holes = like.holes.map((hole, index) => ({ ...hole, seeds: seeds[index], mark: marked.has(index) }));
    return { ...like, ...rest, mover: null, holes, moves: [], refused: {}, outcome: null };
  }

  /** The sowing that led to a ply, with its explanation. */
  async sowing(ply) {
    const known = this.#sowings.get(ply);
    if (known && known.move === this.plies[ply - 1]?.move) return known;
    const round = this.#round;
    const found = await get(`/api/live/${this.#code}/sowing?round=${round}&ply=${ply}`);
    if (round === this.#round) this.#sowings.set(ply, found);
    return found;
  }
}

function contents(view) {
  const { position, mover, phase, hand, emptied, last, stores, lost, holes } = view;
  const marks = holes.flatMap((hole, index) => (hole.mark ? [index] : []));
  return { position, mover, phase, hand, emptied, last, stores, lost, marks, seeds: holes.map((hole) => hole.seeds) };
}
