// The stage: the picture of a board in one shape, its layers, and where everything lies as it is seen.

import { _, digits, listed, pgettext } from "../i18n.js";
import { circle, svg } from "./svg.js";

const LAYERS = ["ground", "notes", "last", "seeds", "texts", "preview", "arrows", "holes", "hand"];
const TEXT_DROP = 0.35; // of its size: how far a text's baseline lies below its middle
const THUMB = 44; // pixels that a thumb needs
let boards = 0;

export class Stage {
  /** `root` is the svg element; `data` the board's, as bonduc.picture.data.board_data gives it. */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.prefix = `board${++boards}-`;
    this.flip = false;
    this.facing = false;
    this.names = data.players;
    this.shape = null;
  }

  /** Draw the empty board in a shape, seen from a side. */
  build({ shape, flip, facing, names }) {
    Object.assign(this, { flip, facing, names });
    this.name = shape;
    this.shape = this.data.shapes[shape];
    const { width, height } = this.shape;
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.root.setAttribute("width", width);
    this.root.setAttribute("height", height);
    this.root.replaceChildren();
    this.layer = {};
    this.handCount = 0;
    for (const name of LAYERS) {
      this.layer[name] = svg("g", { class: `board-${name}`, "aria-hidden": name === "holes" ? null : "true" });
      this.root.append(this.layer[name]);
    }
    this.layer.ground.innerHTML = (this.data.definitions + this.shape.ground).replaceAll("@", this.prefix);
    this.layer.side = svg("g", { class: "board-side" });
    this.layer.ground.querySelector(".b-hollows").before(this.layer.side);
    this.#drawSides();
    this.#drawTexts();
  }

  /** Where a place of the geometry is seen. */
  seen(x, y) {
    return this.flip ? { x: this.shape.width - x, y: this.shape.height - y } : { x, y };
  }

  centre(hole) {
    const { x, y } = this.shape.holes[hole];
    return this.seen(x, y);
  }

  storeCentre(player) {
    const { x, y } = this.shape.stores[player];
    return this.seen(x, y);
  }

  // Where seeds lie

  /** The place of seed `index` of `count` in a hole. */
  inHole(hole, index, count) {
    const spin = this.data.packing.spin[hole];
    const [x, y] = this.#packed(index, count);
    const at = this.centre(hole);
    const unit = this.shape.seed;
    return {
      x: at.x + unit * (x * Math.cos(spin) - y * Math.sin(spin)),
      y: at.y + unit * (x * Math.sin(spin) + y * Math.cos(spin)),
    };
  }

  /** The place of a seed in a player's store. */
  inStore(player, index) {
    const { places } = this.shape.stores[player];
    const slot = Math.min(index, places.length / 2 - 1);
    const at = this.storeCentre(player);
    return { x: at.x + places[2 * slot] * this.shape.won, y: at.y + places[2 * slot + 1] * this.shape.won };
  }

  /** The place of a seed in the hand, from the hand's middle. */
  inHand(index, count) {
    const [x, y] = this.#packed(index, count);
    return { x: x * this.shape.seed * 0.9, y: y * this.shape.seed * 0.9 };
  }

  #packed(index, count) {
    const { flat, heap } = this.data.packing;
    const most = flat.length - 1;
    if (index < most) {
      const places = flat[Math.min(count, most)];
      return [places[2 * index], places[2 * index + 1]];
    }
    const slot = Math.min(index - most, heap.length / 2 - 1);
    return [heap[2 * slot], heap[2 * slot + 1]];
  }

  /** A new seed's element. */
  seed(look) {
    return svg("use", { href: `#${this.prefix}${look}`, class: "seed" });
  }

  // Texts

  #text(layer, at, text, size, className, side) {
    const seen = this.seen(...at);
    const element = svg("text", { class: className, "font-size": size, x: seen.x, y: seen.y + size * TEXT_DROP }, text);
    if (this.facing) element.setAttribute("transform", `rotate(${this.#turn(side)} ${seen.x} ${seen.y})`);
    layer.append(element);
    return element;
  }

  #turn(side) {
    return this.shape.turns[this.flip ? 1 - side : side];
  }

  #drawTexts() {
    const { shape } = this;
    const layer = this.layer.texts;
    this.letters = shape.labels.map((label) => {
      const className = `board-letter ${label.wood ? "on-wood" : ""}`;
      return this.#text(layer, [label.x, label.y], label.text, shape.sizes.letter, className, label.side);
    });
    this.counts = shape.holes.map((hole, index) => {
      if (!hole.count) return null;
      return this.#text(layer, hole.count, "", shape.sizes.count, "board-count", this.sideOf(index));
    });
    this.storeCounts = shape.stores.map((store, player) => {
      const className = `board-won ${store.wood[0] ? "on-wood" : ""}`;
      return this.#text(layer, store.count, "", shape.sizes.store, className, player);
    });
    this.storeNames = shape.stores.map((store, player) => {
      const className = `board-name ${store.wood[1] ? "on-wood" : ""}`;
      return this.#text(layer, store.name, this.#shortName(player), shape.sizes.letter, className, player);
    });
  }

  #shortName(player) {
    const name = this.names[player];
    const letters = [...name];
    return letters.length > 12 ? `${letters.slice(0, 11).join("")}…` : name;
  }

  /** Whose side of the board a hole lies on: 0 South's, 1 North's. */
  sideOf(hole) {
    return hole < this.shape.holes.length / 2 ? 0 : 1;
  }

  setCount(hole, count, closed = false) {
    const text = this.counts[hole];
    if (!text) return;
    text.textContent = closed ? "" : digits(count);
    text.classList.toggle("none", count === 0);
  }

  setWon(player, count) {
    this.storeCounts[player].textContent = digits(count);
    const seeds = this.data.counted[count] ?? digits(count);
    this.storeLabels[player].setAttribute("aria-label", _("{player} has won {seeds}", { player: this.data.players[player], seeds }));
  }

  // The mover's side

  #drawSides() {
    const { x, y, width, height } = this.shape.wood;
    const lying = this.shape.turns[1] === 180;
    this.sides = [0, 1].map((player) => {
      const near = (player === 0) !== this.flip; // the half below, or on the right of a standing board
      const light = svg(
        "linearGradient",
        {
          id: `${this.prefix}light-${player}`,
          gradientUnits: "userSpaceOnUse",
          x1: x + width / 2,
          y1: y + height / 2,
          x2: lying ? x + width / 2 : near ? x + width : x,
          y2: lying ? (near ? y + height : y) : y + height / 2,
        },
        svg("stop", { offset: 0, class: "board-light", "stop-opacity": 0 }),
        svg("stop", { offset: 1, class: "board-light", "stop-opacity": 1 }),
      );
      const half = svg("rect", { x, y, width, height, rx: 34, class: "board-half", fill: `url(#${this.prefix}light-${player})` });
      this.layer.side.append(light, half);
      return half;
    });
  }

  /** Light the side of the player to move (0, 1 or null). */
  light(player) {
    for (const each of [0, 1]) {
      this.sides[each].classList.toggle("lit", each === player);
      this.storeNames[each].classList.toggle("moving", each === player);
    }
  }

  // What is noted of holes

  /** Rings of marked and bought holes, sand in closed ones. */
  drawNotes(holes) {
    const { shape } = this;
    const layer = this.layer.notes;
    layer.replaceChildren();
    let bought = false;
    holes.forEach((hole, index) => {
      const at = this.centre(index);
      if (hole.mark) layer.append(this.#ring(at, "board-notches", shape.notches, index));
      if (hole.owner !== hole.side) {
        bought = true;
        layer.append(this.#ring(at, "board-bought", shape.rims[hole.owner === "S" ? 0 : 1], index));
      }
      if (hole.closed) layer.append(this.#sand(at));
    });
    if (bought) layer.append(...[0, 1].map((player) => this.#storeRim(player)));
  }

  #ring(at, className, attributes, hole) {
    return svg("circle", { cx: at.x, cy: at.y, class: className, "data-of": hole, ...attributes });
  }

  #sand(at) {
    const radius = this.shape.radius - 3;
    const grains = this.shape.sand.map(([x, y, r]) => circle({ x: at.x + x * radius, y: at.y + y * radius }, r, "grain"));
    const heap = circle(at, radius, "board-sand", { fill: `url(#${this.prefix}sand)` });
    return svg("g", {}, heap, ...grains);
  }

  #storeRim(player) {
    const store = this.shape.stores[player];
    const at = this.storeCentre(player);
    const [width, height] = [store.width + 12, store.height + 12];
    const { r, ...pattern } = this.shape.rims[player];
    return svg("rect", {
      x: at.x - width / 2,
      y: at.y - height / 2,
      width,
      height,
      rx: Math.min(width, height) / 2,
      class: "board-store-rim",
      ...pattern,
    });
  }

  /** A mark goes or comes. */
  setMark(hole, marked) {
    const old = this.layer.notes.querySelector(`.board-notches[data-of="${hole}"]`);
    if (old && !marked) {
      old.classList.add("leaving");
      setTimeout(() => old.remove(), 400);
    }
    if (!old && marked) {
      const ring = this.#ring(this.centre(hole), "board-notches coming", this.shape.notches, hole);
      this.layer.notes.append(ring);
    }
  }

  // What happened last, and what would happen

  /** Rings for the last move: where it began (dashed), what it took (dotted), where it ended (whole). */
  drawLast({ from = null, end = null, taken = [] } = {}) {
    const layer = this.layer.last;
    const { radius } = this.shape;
    layer.replaceChildren();
    if (from !== null) layer.append(circle(this.centre(from), radius + 5.5, "last-from"));
    for (const hole of taken) layer.append(circle(this.centre(hole), radius - 4, "last-taken"));
    if (end !== null) layer.append(circle(this.centre(end), radius + 5.5, "last-end"));
  }

  /** A ghost ring where a sowing would end, and what it would take from which holes. */
  drawPreview(preview) {
    const layer = this.layer.preview;
    const { radius } = this.shape;
    layer.replaceChildren();
    if (!preview) return;
    if (preview.end !== null) layer.append(circle(this.centre(preview.end), radius + 1, "ghost-end"));
    const sums = new Map();
    const won = [0, 0];
    for (const { hole, seeds, player } of preview.taken) {
      sums.set(hole, (sums.get(hole) || 0) + seeds);
      if (player) won[player === "N" ? 1 : 0] += seeds;
    }
    won.forEach((seeds, player) => {
      if (seeds) layer.append(this.#pill(this.storeCentre(player), `+${digits(seeds)}`, "ghost-pill"));
    });
    for (const [hole, seeds] of sums) {
      layer.append(circle(this.centre(hole), radius - 5, "ghost-taken"));
      layer.append(this.#pill(this.centre(hole), digits(-seeds).replace("-", "−"), "ghost-pill"));
    }
  }

  #pill(at, text, className) {
    const size = Math.max(20, this.shape.radius * 0.5);
    const width = size * (0.75 + 0.62 * text.length);
    return svg(
      "g",
      { class: `board-pill ${className}`, transform: `translate(${at.x} ${at.y})` },
      svg("rect", { x: -width / 2, y: -size * 0.68, width, height: size * 1.36, rx: size * 0.68 }),
      svg("text", { y: size * TEXT_DROP, "font-size": size }, text),
    );
  }

  /** The hand: a faint disc under what it holds, and the number beside it. */
  drawHand(at, count) {
    if (count !== this.handCount) {
      this.handDisc?.remove();
      this.handPill?.remove();
      this.handDisc = this.handPill = null;
      this.handCount = count;
      if (count > 0) this.#makeHand(count);
    }
    const place = `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`;
    this.handDisc?.setAttribute("transform", place);
    this.handPill?.setAttribute("transform", place);
  }

  #makeHand(count) {
    const { radius, seed } = this.shape;
    const reach = seed * (1.5 + 1.05 * Math.sqrt(Math.min(count, 20)));
    this.handDisc = svg("g", {}, circle({ x: 0, y: 0 }, Math.min(reach, radius * 0.95), "hand-disc"));
    this.layer.hand.prepend(this.handDisc);
    if (this.data.single) return;
    this.handPill = svg("g", {}, this.#pill({ x: reach * 0.75 + 6, y: -reach * 0.75 - 6 }, digits(count), "hand-pill"));
    this.layer.hand.append(this.handPill);
  }

  /** Arrows `{from, to, strength}` between holes, the strongest first. */
  drawArrows(arrows) {
    this.layer.arrows.replaceChildren(...arrows.map((arrow) => this.#arrow(arrow)).reverse());
  }

  #arrow({ from, to, strength = 1 }) {
    const { radius } = this.shape;
    const [start, end] = [this.centre(from), this.centre(to)];
    const distance = Math.hypot(end.x - start.x, end.y - start.y);
    const group = svg("g", { class: "board-arrow", opacity: 0.35 + 0.6 * strength });
    if (distance < 1) {
      group.append(circle(start, radius * 0.6, "arrow-loop"));
      return group;
    }
    const aside = { x: (end.y - start.y) / distance, y: -(end.x - start.x) / distance };
    const bend = Math.min(0.22 * distance, 70);
    const middle = { x: (start.x + end.x) / 2 + aside.x * bend, y: (start.y + end.y) / 2 + aside.y * bend };
    const reach = Math.hypot(end.x - middle.x, end.y - middle.y);
    const way = { x: (end.x - middle.x) / reach, y: (end.y - middle.y) / reach };
    const tip = { x: end.x - way.x * radius * 0.35, y: end.y - way.y * radius * 0.35 };
    const neck = { x: tip.x - way.x * 24, y: tip.y - way.y * 24 };
    const head = [tip, { x: neck.x + way.y * 14, y: neck.y - way.x * 14 }, { x: neck.x - way.y * 14, y: neck.y + way.x * 14 }];
    group.append(
      svg("path", { class: "arrow-shaft", d: `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${neck.x} ${neck.y}` }),
      svg("polygon", { class: "arrow-head", points: head.map(({ x, y }) => `${x},${y}`).join(" ") }),
    );
    return group;
  }

  // Holes to act on

  /** How many pixels high the picture has to be for what belongs to a hole to be THUMB pixels wide and high. */
  heightForThumbs() {
    return Math.ceil((THUMB / (2 * Math.min(...this.shape.reach))) * this.shape.height);
  }

  /** A focusable button over each hole. */
  drawHoles() {
    const { shape } = this;
    this.buttons = shape.holes.map((hole, index) => {
      const at = this.centre(index);
      return svg(
        "g",
        { class: "hole", role: "button", tabindex: -1, "data-hole": index, "aria-label": this.data.names[index] },
        svg("rect", { class: "hole-reach", rx: 12, ...this.#reach(at, hole.count) }),
        circle({ x: at.x, y: at.y + 2.5 }, shape.radius, "hole-shade"),
        circle(at, shape.radius, "hole-ring"),
        circle(at, shape.radius + 9, "hole-focus"),
      );
    });
    this.storeLabels = shape.stores.map((store, player) => {
      const at = this.storeCentre(player);
      const [x, y] = [at.x - store.width / 2, at.y - store.height / 2];
      const { width, height } = store;
      const label = this.data.players[player];
      return svg("g", { class: "board-store", role: "img", "aria-label": label }, svg("rect", { x, y, width, height, class: "store-reach" }));
    });
    this.layer.holes.append(...this.storeLabels, ...this.buttons);
  }

  /** The rectangle that belongs to a hole: around it, and around its number if it has one. */
  #reach(at, count) {
    const [wide, high] = this.shape.reach;
    const number = count ? this.seen(...count) : at;
    const room = this.shape.sizes.count * 0.6;
    const left = Math.min(at.x - wide, number.x - room);
    const right = Math.max(at.x + wide, number.x + room);
    const top = Math.min(at.y - high, number.y - room);
    const bottom = Math.max(at.y + high, number.y + room);
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  /** What a hole is called: "C, 4 seeds, South, marked". */
  nameHole(index, hole, count) {
    const owner = this.data.players[hole.owner === "S" ? 0 : 1];
    const parts = [this.data.names[index]];
    if (hole.closed) parts.push(this.data.closed);
    else parts.push(this.data.counted[count] ?? digits(count));
    parts.push(owner);
    if (hole.mark) parts.push(pgettext("of a hole", "marked"));
    if (hole.owner !== hole.side) parts.push(pgettext("of a hole", "bought"));
    this.buttons[index].setAttribute("aria-label", listed(parts));
  }
}
