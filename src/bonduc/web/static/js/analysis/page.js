// The analysis board: a tree of moves around one board, and everything that says something of the position on it.

import { Board } from "../board.js";
import { _, digits } from "../i18n.js";
import { announce } from "../announce.js";
import { byId, carried, make, write } from "../dom.js";
import { tellSentences } from "../sentences.js";
import { setting } from "../settings.js";
import { Address } from "./address.js";
import { Engine } from "./engine.js";
import { EngineView } from "./engine_view.js";
import { Explorer } from "./explorer.js";
import { Graph } from "./graph.js";
import { arrowsOf, lastOf } from "./hints.js";
import { Loader } from "./load.js";
import { Opening } from "../opening.js";
import { Reviewer } from "./reviewer.js";
import { boardOf, changed, follow, lookUp, optionsText } from "./server.js";
import { Setup } from "./setup.js";
import { Share } from "./share.js";
import { foldOpening, recordOf, treeOf } from "./tree.js";
import { TreeView } from "./tree_view.js";
import { WIDE, wire } from "./wiring.js";
import { moveWords } from "./words.js";
import { post } from "../http.js";

const THINKING = "analysis-thinks"; // whether the engine was on when the page was left

class Study {
  #turn = 0;
  #paused = false;
  #starts = new Map();
  #tried = null; // an opening that was tried out on the board, until it is played

  constructor(start) {
    this.known = null;
    this.games = start.games;
    this.drawnFor = start.document.records[0].game;
    this.board = this.#newBoard(carried("board-data"));
    this.engine = new Engine((kind, message) => this.#heard(kind, message));
    this.view = new EngineView({
      hover: (moves) => this.#hover(moves),
      play: (moves) => this.playAll(moves),
      keep: (moves) => this.keep(moves),
    });
    this.tree = new TreeView((node) => this.go(node));
    this.graph = new Graph((node) => this.go(node));
    this.explorer = new Explorer(this, (move) => this.play(move));
    this.setup = new Setup(this, (view) => this.open([this.#recordOf(view)], 0, { push: true }));
    this.reviewer = new Reviewer(this);
    this.address = new Address(this);
    this.share = new Share(this);
    this.loader = new Loader(this);
    this.thinking = sessionStorage.getItem(THINKING) === "yes";
    wire(this);
  }

  /** The moves that lead to the position shown. */
  get place() {
    const { game, options } = this.record;
    return { game, options, start: this.root.position, moves: this.node.moves };
  }

  /** All records, the one on the board as it was changed. */
  get edited() {
    return this.records.map((each) => (each === this.record ? recordOf(this.root, each) : each));
  }

  /** Open the first or another of some records, at a ply of its main line. */
  async open(records, index = 0, { ply = 0, push = false, root = null, path = null } = {}) {
    const record = records[index];
    await this.#fit(record);
    this.records = records;
    this.record = record;
    this.known = { ...this.games[record.game], seeds: await this.#seeds() };
    this.root = root || treeOf(record);
    this.reviewer.forget();
    this.graph.begin([this.root, ...this.root.rest], this.known.seeds);
    this.#showRecord(records, index);
    this.setup.refresh();
    const node = path ? this.#along(path) : [this.root, ...this.root.rest][ply] || this.root;
    this.drawTree();
    await this.go(node, { push });
  }

  /** Go to a node. `animate`: sow the move that leads there from the position before. */
  async go(node, { animate = false, push = false } = {}) {
    const turn = (this.#turn += 1);
    const before = this.node;
    this.node = node;
    this.tree.mark(node);
    this.graph.mark(node);
    try {
      await lookUp(this, node);
    } catch (fault) {
      if (turn === this.#turn) this.complain(fault.message);
      return;
    }
    if (turn !== this.#turn) return;
    if (before) this.complain(""); // what the server said of the address stays until something is done
    this.address.show(push);
    this.opening.end();
    this.#about(node);
    if (this.setup.active) return;
    this.board.set({ seats: "SN" });
    const tried = this.#tried === node.move && node.parent === before;
    this.#tried = null;
    if (animate && node.parent === before && node.sowing && !tried) await this.board.animate(node.sowing);
    if (turn !== this.#turn) return;
    this.board.show(node.view, { last: lastOf(node.sowing) });
    if (Opening.possible(node.view)) this.#beginOpening(node);
  }

  /** Play a move here: an old one or a new variation. */
  async play(move) {
    if (this.setup.active || this.node.view?.mover === null) return;
    const from = this.node;
    let node;
    try {
      node = await follow(this, from, move);
    } catch (fault) {
      this.complain(fault.message);
      return;
    }
    if (this.node !== from) return;
    const { view, sowing } = node;
    const whole = foldOpening(node);
    if (whole !== node) Object.assign(whole, { view, sowing, position: node.position });
    if (node.isMain || whole !== node) this.#mainLineGrew();
    this.drawTree();
    announce(moveWords(whole));
    if (whole !== node) this.node = whole.parent;
    await this.go(whole, { animate: true });
  }

  /** An opening is tried out on the board, and played when the whole of it is there. */
  #beginOpening(node) {
    const { game, options } = this.record;
    this.opening.begin(node.view, `analysis ${game} ${optionsText(options)} ${node.position}`);
  }

  /** Play an opening that has been tried out: the board shows it already. */
  #playOpening(move) {
    this.#tried = move;
    this.play(move);
  }

  /** Play several moves one after the other, the last one for all to see. */
  async playAll(moves) {
    for (const move of moves) await this.play(move);
  }

  /** Note a line of the engine as a variation, without leaving the position. */
  async keep(moves) {
    let node = this.node;
    try {
      for (const move of moves) {
        if (node.mover === null) break;
        node = await follow(this, node, move);
      }
    } catch (fault) {
      this.complain(fault.message);
    }
    this.#mainLineGrew();
    this.drawTree();
    this.address.keep();
  }

  /** The view of the start of the game. */
  async startView() {
    const { game, options } = this.record;
    const key = game + optionsText(options);
    if (!this.#starts.has(key)) this.#starts.set(key, await post("/api/position", { game, options }));
    return this.#starts.get(key);
  }

  drawTree() {
    this.tree.draw(this.root, this.node, this.graph.marks);
  }

  /** Turn the engine on or off. */
  toggle() {
    if (this.#paused) return;
    this.thinking = !this.thinking;
    sessionStorage.setItem(THINKING, this.thinking ? "yes" : "no");
    this.think();
  }

  /** Let the engine think about the present position, if it is on. */
  think() {
    const thinks = this.thinking && !this.#paused;
    byId("think").setAttribute("aria-pressed", String(thinks));
    byId("think").disabled = this.#paused;
    const { view } = this.node;
    if (view?.outcome) {
      this.engine.stop();
      this.view.clear();
      const [south, north] = view.outcome.score;
      const lead = this.known.seeds === null ? { S: 1, N: -1 }[view.outcome.winner] || 0 : south - north;
      this.view.score(lead, true, this.known.seeds);
      this.view.state(view.outcome.text);
    } else if (!thinks) {
      this.engine.stop();
      this.view.idle(this.#paused);
      const known = this.reviewer.scoreOf(this.node);
      this.view.score(known?.score ?? null, known?.exact, this.known.seeds);
    } else {
      this.view.state(_("thinking …"));
      this.engine.think({ ...this.place, lines: Number(byId("lines").value) });
    }
  }

  pause() {
    this.#paused = true;
    this.think();
  }

  resume() {
    this.#paused = false;
    this.go(this.node);
  }

  /** Say what went wrong, where everyone sees it; nothing: all is well again. */
  complain(words) {
    const place = byId("notice");
    write(place, words);
    place.hidden = !words;
  }

  /** Put a comment after the present move; an empty one takes it away. */
  comment(text) {
    this.node.comments = text ? [text] : [];
    this.drawTree();
    this.address.keep();
  }

  /** Make the line through here the main one. */
  promote() {
    this.node.promote();
    this.#mainLineChanged();
    this.#offerPromotion();
  }

  /** Take the present move and all after it away. */
  delete() {
    if (!this.node.parent) return;
    const parent = this.node.remove();
    this.#mainLineChanged();
    this.go(parent);
  }

  step(by) {
    if (by < 0 && this.node.parent) this.go(this.node.parent);
    if (by > 0 && this.node.children.length) this.go(this.node.children[0], { animate: true });
  }

  /** Whether there are other moves in the place of this one, or of the variation's first. */
  get hasVariations() {
    return this.#branching.length > 1;
  }

  /** To the next or previous variation. */
  sideways(by) {
    const among = this.#branching;
    if (among.length < 2) return;
    const here = among.findIndex((node) => this.node.path.includes(node));
    this.go(among[(here + by + among.length) % among.length]);
  }

  /** The nearest moves, from here back, that there is a choice between. */
  get #branching() {
    for (let { node } = this; node.parent; node = node.parent) {
      if (node.parent.children.length > 1) return node.parent.children;
    }
    return [];
  }

  toStart() {
    this.go(this.root);
  }

  toEnd() {
    this.go(this.node.rest.at(-1) || this.node);
  }

  // Parts

  #newBoard(data) {
    const [speed, sound, flip] = ["speed", "sound", "flip"].map(setting);
    const taps = setting("oneTap") ? 1 : 2;
    const board = new Board(byId("board"), data, { speed, sound, flip, taps, shape: WIDE.matches ? "wide" : "auto" });
    this.opening = new Opening(board, data.names, {
      send: (move) => this.#playOpening(move),
      changed: () => write(byId("opening-words"), this.opening.words()),
    });
    board.on("choose", ({ move, hole }) => (this.opening.active ? this.opening.choose(hole) : this.play(move)));
    board.on("pick", ({ hole }) => this.setup.active && this.setup.pick(hole));
    return board;
  }

  /** A board that fits a record. */
  async #fit({ game, options }) {
    const key = game + optionsText(options);
    if (this.record && this.boardKey === key) return;
    if (this.boardKey) {
      const data = await boardOf(game, options);
      this.board.destroy();
      this.board = this.#newBoard(data);
    }
    this.boardKey = key;
  }

  /** How many seeds the game has; null where rounds are won by the board alone. */
  async #seeds() {
    if (this.games[this.record.game].seeds === null) return null;
    const { holes, stores } = await this.startView();
    return holes.reduce((sum, hole) => sum + hole.seeds, 0) + stores[0] + stores[1];
  }

  #recordOf(view) {
    return { game: view.game, options: view.options, tags: {}, position: view.position, moves: [] };
  }

  #along(path) {
    let node = this.root;
    for (const index of path) node = node.children[index] || node;
    return node;
  }

  #showRecord(records, index) {
    const rounds = byId("rounds");
    rounds.hidden = records.length < 2;
    rounds.replaceChildren(
      ...records.map((record, number) => {
        const names = [record.tags.South, record.tags.North].filter(Boolean).join(" – ");
        return make("option", { value: number }, `${digits(number + 1)}. ${names || this.games[record.game].name}`);
      }),
    );
    rounds.value = index;
    const { tags, game, options, result } = this.record;
    const players = [tags.South, tags.North].filter(Boolean).join(" – ");
    const told = [players, result === "*" ? "" : result, tags.Event, tags.Date].filter(Boolean);
    write(byId("tags"), digits(told.join(" · ")));
    byId("tags").hidden = !told.length;
    byId("game").value = game;
    byId("rules-panel").hidden = game !== this.drawnFor; // its fields are of the game that the page came with
    const differing = optionsText(changed(options, this.games[game].defaults));
    write(byId("rules-in-force"), differing === "-" ? "" : differing);
  }

  /** All that is said of a position beside the board. */
  #about(node) {
    this.think();
    this.share.show();
    this.explorer.show();
    byId("move-tools").hidden = !node.parent;
    this.#offerPromotion();
    byId("comment").value = node.comments.join("\n\n");
    byId("to-start").disabled = byId("to-previous").disabled = !node.parent;
    byId("to-end").disabled = byId("to-next").disabled = !node.children.length;
    const told = byId("told");
    told.hidden = !node.sowing;
    if (node.sowing) tellSentences(byId("sentences"), node.sowing);
  }

  #offerPromotion() {
    byId("promote").disabled = this.node.isMain;
  }

  #mainLineGrew() {
    if (this.graph.fits([this.root, ...this.root.rest])) return;
    this.#mainLineChanged();
  }

  /** What was found out about the whole round no longer holds. */
  #mainLineChanged() {
    this.reviewer.forget();
    this.graph.begin([this.root, ...this.root.rest], this.known.seeds);
    this.graph.mark(this.node);
    this.drawTree();
    this.address.keep();
  }

  #hover(moves) {
    const move = moves && this.node.view?.moves.find((each) => each.move === moves[0]);
    this.board.preview(move || null);
    this.board.arrows(moves ? arrowsOf(moves[0], move, this.board.data.names) : []);
  }

  #heard(kind, message) {
    if (kind === "found") this.view.found(message, this.known.seeds);
    else if (kind === "waiting") this.view.state(message.preparing ? _("The engine is getting ready …") : _("thinking …"));
    else if (kind === "refused") this.view.state(message.message);
    else this.view.state(_("No connection; trying again …"));
  }
}

const start = carried("study-start");
const study = new Study(start);
if (!(await study.address.restore())) {
  const { records } = start.document;
  await study.open(records, start.ply ? records.length - 1 : 0, { ply: start.ply });
}
document.documentElement.dataset.ready = "analysis";
