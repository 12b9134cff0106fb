// The seeds: one object each, with a look for life, that knows where it lies; and the hand that carries them.

const HAND_SCALE = 1.12;

/** How high the hand is over a hole, in the hole's radius. */
export const RISE = 0.55;

export class Seeds {
  #looks;

  constructor(stage, motion) {
    this.stage = stage;
    this.motion = motion;
    this.#looks = stage.data.looks;
    this.made = 0;
    this.holes = stage.data.names.map(() => []);
    this.stores = [[], []];
    this.hand = [];
    this.at = { x: 0, y: 0 };
    this.log = null;
  }

  /** All seeds anew on a stage that was just built. */
  redraw() {
    for (const seed of this.#all()) {
      seed.element = this.stage.seed(seed.look);
      this.stage.layer.seeds.append(seed.element);
    }
    this.settle();
  }

  #all() {
    return [...this.holes.flat(), ...this.stores.flat(), ...this.hand];
  }

  /** Every seed to where it belongs, at once. */
  settle() {
    this.holes.forEach((_seeds, hole) => this.arrange(hole, 0));
    this.stores.forEach((seeds, player) => {
      for (const seed of seeds) this.#rest(seed, this.#wonScale);
      seeds.forEach((seed, index) => this.#place(seed, this.stage.inStore(player, index)));
    });
    for (const seed of this.hand) this.#lift(seed);
    this.placeHand(this.at);
  }

  // Bringing the seeds in line with a position

  /** Make holes, stores and hand hold these numbers; surplus seeds move to where some are missing. */
  match(holes, stores, hand, duration) {
    const wanted = [...holes, ...stores, hand];
    const piles = [...this.holes, ...this.stores, this.hand];
    const spare = [];
    piles.forEach((pile, index) => {
      while (pile.length > wanted[index]) spare.push(pile.pop());
    });
    piles.forEach((pile, index) => {
      while (pile.length < wanted[index]) {
        const seed = spare.pop() || this.#make();
        this.stage.layer.seeds.append(seed.element);
        pile.push(seed);
      }
    });
    for (const seed of spare) seed.element.remove();
    if (duration > 0) return this.#glideAll(duration);
    this.settle();
    return Promise.resolve();
  }

  #make() {
    const look = this.#looks[this.made++ % this.#looks.length];
    const seed = { look, element: this.stage.seed(look), x: null, y: null, scale: 1, tween: null };
    this.stage.layer.seeds.append(seed.element);
    return seed;
  }

  #glideAll(duration) {
    const moves = [];
    this.holes.forEach((_seeds, hole) => moves.push(this.arrange(hole, duration)));
    this.stores.forEach((_seeds, player) => moves.push(this.arrangeStore(player, duration)));
    moves.push(this.#gather(duration));
    return Promise.all(moves);
  }

  // Moving

  #draw(seed) {
    const scale = this.stage.shape.scale * seed.scale;
    const size = Math.abs(scale - 1) < 0.01 ? "" : ` scale(${scale.toFixed(3)})`;
    seed.element.setAttribute("transform", `translate(${seed.x.toFixed(1)} ${seed.y.toFixed(1)})${size}`);
  }

  #place(seed, to) {
    seed.tween?.stop();
    seed.tween = null;
    seed.x = to.x;
    seed.y = to.y;
    this.#draw(seed);
  }

  /** How large seeds in a store are to those in holes. */
  get #wonScale() {
    return this.stage.shape.won / this.stage.shape.seed;
  }

  /** Glide a seed to a place, in an arc that rises by `rise`, coming to a size. */
  glide(seed, to, duration, rise = 0, scale = 1) {
    if (seed.x === null || duration <= 0) {
      seed.scale = scale;
      this.#place(seed, to);
      return Promise.resolve();
    }
    seed.tween?.stop();
    const [fromX, fromY, fromScale, toScale] = [seed.x, seed.y, seed.scale, scale];
    const tween = this.motion.run(duration, (t) => {
      const lift = 4 * t * (1 - t);
      seed.x = fromX + (to.x - fromX) * t;
      seed.y = fromY + (to.y - fromY) * t - rise * lift;
      seed.scale = fromScale + (toScale - fromScale) * t;
      this.#draw(seed);
    });
    seed.tween = tween;
    return tween.done;
  }

  /** The seeds of a hole to the packing of their number. */
  arrange(hole, duration) {
    const seeds = this.holes[hole];
    return Promise.all(
      seeds.map((seed, index) => {
        const to = this.stage.inHole(hole, index, seeds.length);
        if (duration > 0) return this.glide(seed, to, duration);
        this.#rest(seed);
        this.#place(seed, to);
        return null;
      }),
    );
  }

  arrangeStore(player, duration) {
    const place = (index) => this.stage.inStore(player, index);
    const pile = this.stores[player];
    return Promise.all(pile.map((seed, index) => this.glide(seed, place(index), duration, 0, this.#wonScale)));
  }

  #rest(seed, scale = 1) {
    seed.scale = scale;
    seed.element.removeAttribute("opacity");
    this.stage.layer.seeds.append(seed.element);
  }

  #lift(seed) {
    seed.scale = HAND_SCALE;
    this.stage.layer.hand.append(seed.element);
  }

  // The hand

  /** Put the hand somewhere, with all it holds. */
  placeHand(at) {
    this.at = at;
    this.hand.forEach((seed, index) => {
      if (seed.dragged) return;
      const offset = this.stage.inHand(index, this.hand.length);
      seed.scale = HAND_SCALE;
      this.#place(seed, { x: at.x + offset.x, y: at.y + offset.y });
    });
    this.stage.drawHand(at, this.hand.length);
  }

  /** What the hand holds glides into it. */
  async #gather(duration) {
    for (const seed of this.hand) this.stage.layer.hand.append(seed.element);
    this.stage.drawHand(this.at, this.hand.length);
    await Promise.all(
      this.hand.map((seed, index) => {
        const offset = this.stage.inHand(index, this.hand.length);
        return this.glide(seed, { x: this.at.x + offset.x, y: this.at.y + offset.y }, duration, 0, HAND_SCALE);
      }),
    );
  }

  /** Move the hand with all it holds. */
  moveHand(to, duration) {
    const from = this.at;
    const bow = Math.min(10, Math.hypot(to.x - from.x, to.y - from.y) * 0.06);
    return this.motion.run(duration, (t) => {
      const rise = 4 * t * (1 - t) * bow;
      this.placeHand({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t - rise });
    }).done;
  }

  /** The topmost `count` seeds of a hole rise into the hand, which comes to be over it or at `at`. */
  async lift(hole, count, duration, at = null) {
    const pile = this.holes[hole];
    const taken = pile.splice(Math.max(0, pile.length - count));
    this.#note("lift", hole, taken);
    const over = this.stage.centre(hole);
    this.at = at || { x: over.x, y: over.y - this.stage.shape.radius * RISE };
    const before = this.hand.length;
    this.hand.push(...taken);
    for (const seed of taken) this.#lift(seed);
    await Promise.all(
      this.hand.map((seed, index) => {
        const offset = this.stage.inHand(index, this.hand.length);
        const to = { x: this.at.x + offset.x, y: this.at.y + offset.y };
        return this.glide(seed, to, index < before ? 80 : duration, 0, HAND_SCALE);
      }),
    );
    this.placeHand(this.at);
    if (pile.length) this.arrange(hole, duration / 2);
  }

  /** A seed falls from the hand into a hole; resolves when it lies there. */
  drop(hole, duration, rise = 0) {
    const index = this.hand.findIndex((each) => each.dragged);
    const [seed] = index < 0 ? this.hand.splice(-1) : this.hand.splice(index, 1);
    if (!seed) return Promise.resolve();
    seed.dragged = false;
    this.#note("drop", hole, [seed]);
    this.holes[hole].push(seed);
    this.#rest(seed);
    seed.scale = HAND_SCALE;
    this.stage.drawHand(this.at, this.hand.length);
    const seeds = this.holes[hole];
    return Promise.all(
      seeds.map((each, place) =>
        this.glide(each, this.stage.inHole(hole, place, seeds.length), duration, each === seed ? rise : 0),
      ),
    );
  }

  /** The seeds of a hole glide to a player's store, or away if it is null. */
  async capture(hole, player, duration, stagger) {
    const taken = this.holes[hole].splice(0);
    this.#note("capture", hole, taken, player);
    if (player === null) {
      await this.#fade(taken, duration);
      return;
    }
    const store = this.stores[player];
    await Promise.all(
      taken.map(async (seed, index) => {
        const place = this.stage.inStore(player, store.push(seed) - 1);
        seed.scale = HAND_SCALE;
        this.stage.layer.hand.append(seed.element);
        await this.motion.wait(index * stagger);
        await this.glide(seed, place, duration, 30, this.#wonScale);
        this.stage.layer.seeds.append(seed.element);
      }),
    );
  }

  async #fade(seeds, duration) {
    await this.motion.run(duration, (t) => {
      for (const seed of seeds) seed.element.setAttribute("opacity", 1 - t);
    }).done;
    for (const seed of seeds) {
      seed.tween?.stop();
      seed.element.remove();
    }
  }

  /** `count` seeds from anywhere on the board to a player's store. */
  async share(count, player, duration) {
    for (const hole of this.holes.keys()) {
      while (count > 0 && this.holes[hole].length) {
        const seed = this.holes[hole].pop();
        this.#note("capture", hole, [seed], player);
        this.stores[player].push(seed);
        count -= 1;
      }
    }
    await this.arrangeStore(player, duration);
  }

  // Going back

  /** From here on, remember what moves; `end` of what is returned gives the log. */
  record() {
    this.log = [];
    return this.log;
  }

  #note(what, hole, seeds, player = null) {
    this.log?.push({ what, hole, seeds: [...seeds], player });
  }

  /** Play a log backwards, `step` milliseconds a move. */
  async unwind(log, step) {
    this.log = null;
    for (const { what, hole, seeds, player } of [...log].reverse()) {
      if (what === "drop") {
        for (const seed of seeds) this.#take(this.holes[hole], seed, this.hand);
        for (const seed of seeds) this.#lift(seed);
        await this.moveHand(this.stage.centre(hole), step);
        this.arrange(hole, step);
      } else {
        const from = what === "lift" ? this.hand : player === null ? null : this.stores[player];
        for (const seed of seeds) {
          this.#take(from, seed, this.holes[hole]);
          this.#rest(seed);
        }
        await this.arrange(hole, Math.max(step, what === "lift" ? 60 : 120));
      }
    }
    this.placeHand(this.at);
  }

  #take(from, seed, to) {
    const index = from ? from.indexOf(seed) : -1;
    if (index >= 0) from.splice(index, 1);
    to.push(seed);
  }

  /** The seeds of a hole rise a little under the pointer. */
  raise(hole, count) {
    for (const seed of this.#all()) seed.element.classList.remove("raised");
    if (hole === null) return;
    for (const seed of this.holes[hole].slice(-count)) seed.element.classList.add("raised");
  }
}
