// Plays a sowing, event by event: lifts, drops, captures, marks that go, and the end of turn and round.

import { _ } from "../i18n.js";
import { SPEEDS } from "./motion.js";
import { RISE } from "./seeds.js";
import { click } from "./sound.js";

const RELAY_PAUSE = 2.2; // in drops: how long the hand rests at the hole where a lap ended
const CAPTURE_PAUSE = 5; // how long what was taken, and why, stays before the sowing goes on
const FULL_LAPS = 3; // laps at full length; the ones after it go faster and faster

/** How much shorter than at first everything takes in this lap. */
export function pace(lap) {
  if (lap <= FULL_LAPS) return 1;
  return Math.max(0.04, 0.72 ** (lap - FULL_LAPS));
}

export class Sower {
  /** `board` gives stage, seeds, motion, and takes captions and laps; `speed` is one of the SPEEDS. */
  constructor(board, sowing, speed, sound) {
    this.stage = board.stage;
    this.seeds = board.seeds;
    this.motion = board.motion;
    this.say = (text) => board.say(text);
    this.tellLap = (text) => board.tellLap(text);
    this.refresh = (hole) => board.refreshHole(hole);
    this.refreshStores = () => board.refreshStores();
    this.aside = board.data.start !== null;
    this.sowing = sowing;
    this.drop = SPEEDS[speed] ?? SPEEDS.normal;
    this.stepwise = speed === "step";
    this.sound = sound;
    this.opening = sowing.before.phase !== "play";
    this.mover = sowing.player === "N" ? 1 : 0;
    this.lap = 1;
    this.falling = [];
  }

  get factor() {
    return this.stepwise ? 1 : pace(this.lap);
  }

  /** Play everything. */
  async play() {
    const { events } = this.sowing;
    for (let index = 0; index < events.length; index += 1) {
      if (this.#isSweep(events[index])) {
        index = await this.#sweep(events, index);
        continue;
      }
      await this.#event(events[index]);
      if (this.stepwise && events[index].event !== "end") await this.motion.gate();
    }
    await this.#landed();
    this.seeds.placeHand(this.seeds.at);
  }

  #isSweep({ event }) {
    return event === "sweep" || event === "share";
  }

  async #event(event) {
    switch (event.event) {
      case "lift":
        return this.#lift(event);
      case "drop":
        return this.#dropOne(event);
      case "capture":
        return this.#capture(event);
      case "mark-lost":
      case "mark-set":
        return this.stage.setMark(event.hole, event.event === "mark-set");
      default: // the turn's end, a pass, the round's end
        await this.#landed();
        if (event.text) this.say(event.text);
        return null;
    }
  }

  async #lift({ hole, seeds, lap, text }) {
    await this.#landed();
    this.lap = Math.max(1, lap);
    if (this.opening) {
      const at = this.stage.storeCentre(this.mover);
      await this.seeds.lift(hole, seeds, this.drop * 2.5, at);
    } else {
      if (lap > 1) await this.motion.wait(this.drop * RELAY_PAUSE * this.factor);
      if (lap > 1) this.tellLap(_("Lap {lap}", { lap }));
      if (text) this.say(text);
      const lifted = this.seeds.lift(hole, seeds, this.drop * 1.2 * this.factor);
      this.refresh(hole);
      await lifted;
    }
    this.refresh(hole);
  }

  async #dropOne({ hole }) {
    const duration = this.drop * this.factor;
    if (!this.opening) {
      const over = this.stage.centre(hole);
      await this.seeds.moveHand({ x: over.x, y: over.y - this.stage.shape.radius * RISE }, duration);
    }
    const landed = this.seeds.drop(hole, this.opening ? duration * 2 : duration * 0.85, this.opening ? 40 : 0);
    this.falling.push(
      landed.then(() => {
        this.refresh(hole);
        if (this.sound && !this.motion.hurried) click(this.seeds.holes[hole].length);
      }),
    );
    if (this.opening) await landed;
  }

  async #landed() {
    await Promise.all(this.falling.splice(0));
  }

  async #capture({ hole, player, text }) {
    await this.#landed();
    if (text) this.say(text);
    const taker = player === null && this.aside ? this.mover : player === "N" ? 1 : 0;
    const factor = Math.max(this.factor, 0.3);
    const flight = this.seeds.capture(hole, taker, this.drop * 3.2 * factor, this.drop * 0.25 * factor);
    this.refresh(hole);
    await flight;
    this.refreshStores();
    await this.motion.wait(this.drop * CAPTURE_PAUSE * factor);
  }

  /** All that is swept at the round's end, at once; the index of the last of these events. */
  async #sweep(events, start) {
    await this.#landed();
    let index = start;
    const flights = [];
    while (index < events.length && this.#isSweep(events[index])) {
      const { event, hole, seeds, player, text } = events[index];
      const taker = player === null ? null : player === "N" ? 1 : 0;
      if (text) this.say(text);
      if (event === "share") flights.push(this.seeds.share(seeds, taker, this.drop * 4));
      else flights.push(this.seeds.capture(hole, taker, this.drop * 4, this.drop * 0.12));
      if (hole !== null) this.refresh(hole);
      index += 1;
    }
    await Promise.all(flights);
    this.seeds.holes.forEach((_seeds, hole) => this.refresh(hole));
    this.refreshStores();
    return index - 1;
  }
}
