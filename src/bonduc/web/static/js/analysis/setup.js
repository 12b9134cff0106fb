// Setting up a position: by clicking holes or writing numbers, with all that is wrong with it shown at once.

import { byId, make, write } from "../dom.js";
import { _ } from "../i18n.js";
import { setUp } from "./server.js";

const PAUSE = 200;

export class Setup {
  #panel = byId("setup-panel");
  #tools = byId("setup-tools");
  #fields = byId("setup-fields");
  #timer = 0;
  #view = null;
  #tool = "add";
  #turn = 0; // counts the changes, so that what was found out about an earlier arrangement is dropped

  /** `study` gives board, record, node and the known game; `use(view)` begins a study of a position. */
  constructor(study, use) {
    this.study = study;
    this.#panel.addEventListener("toggle", () => (this.#panel.open ? this.begin() : this.end()));
    byId("setup-use").addEventListener("click", () => {
      const view = this.#view;
      this.#panel.open = false;
      use(view);
    });
    byId("setup-clear").addEventListener("click", () => this.#from(this.#empty()));
    byId("setup-start").addEventListener("click", () => this.#fromStart());
  }

  /** Whether a position is being set up. */
  get active() {
    return this.#panel.open;
  }

  /** Begin with the position on the board. */
  begin() {
    this.study.pause();
    this.study.opening.end();
    this.study.board.say("");
    this.#drawTools();
    this.#from(this.study.node.view || this.study.board.view);
  }

  end() {
    this.#tools.hidden = true;
    this.study.board.set({ picking: false });
    this.study.resume();
  }

  /** Start anew, where another game is on the board. */
  refresh() {
    if (this.active) this.begin();
  }

  /** A hole was clicked. */
  pick(hole) {
    const holes = this.arranged.holes;
    const act = {
      add: () => (holes[hole].seeds = this.study.known.single ? 1 - holes[hole].seeds : holes[hole].seeds + 1),
      take: () => (holes[hole].seeds = Math.max(0, holes[hole].seeds - 1)),
      marks: () => (holes[hole].mark = !holes[hole].mark),
      closed: () => (holes[hole].closed = !holes[hole].closed),
      owner: () => (holes[hole].owner = holes[hole].owner === "S" ? "N" : "S"),
    };
    act[this.#tool]();
    this.#changed();
  }

  #from(view) {
    const { holes, stores, mover } = view;
    this.arranged = { holes: holes.map((hole) => ({ ...hole })), stores: [...stores], mover: mover || "S" };
    this.#drawFields();
    this.#changed();
  }

  #empty() {
    const bare = { seeds: 0, mark: false, closed: false };
    const holes = this.study.board.view.holes.map((hole) => ({ ...hole, ...bare, owner: hole.side }));
    return { holes, stores: [0, 0], mover: "S" };
  }

  async #fromStart() {
    this.#from(await this.study.startView());
  }

  #drawTools() {
    const { tools, single } = this.study.known;
    const offered = [["add", single ? _("Put or take a stone") : _("Add a seed")]];
    if (!single) offered.push(["take", _("Take a seed")]);
    offered.push(...tools);
    this.#tool = "add";
    const choices = offered.map(([tool, words]) => {
      const input = make("input", { type: "radio", name: "setup-tool", value: tool });
      input.checked = tool === "add";
      input.addEventListener("change", () => (this.#tool = tool));
      return make("label", { class: "setup-tool" }, input, make("span", {}, words));
    });
    this.#tools.replaceChildren(make("fieldset", {}, make("legend", {}, _("A click on a hole will")), ...choices));
    this.#tools.hidden = false;
  }

  /** A number for each hole, as they lie on the board, the stores, and whose move it is. */
  #drawFields() {
    const { data } = this.study.board;
    const rows = data.lines.map((line) => {
      return make("div", { class: "setup-row", dir: "ltr" }, ...line.map((hole) => this.#holeField(hole)));
    });
    const stores = this.study.known.seeds === null ? [] : [0, 1].map((player) => this.#storeField(player));
    const sides = [["S", _("South")], ["N", _("North")]];
    const mover = make("select", {}, ...sides.map(([value, name]) => make("option", { value }, name)));
    mover.value = this.arranged.mover;
    mover.addEventListener("change", () => {
      this.arranged.mover = mover.value;
      this.#changed();
    });
    const more = make("div", { class: "setup-more" }, ...stores, make("label", {}, _("To move"), " ", mover));
    this.#fields.replaceChildren(...rows, more);
  }

  #holeField(hole) {
    const name = this.study.board.data.names[hole];
    const input = this.#number(this.arranged.holes[hole].seeds, (value) => (this.arranged.holes[hole].seeds = value));
    input.dataset.hole = hole;
    return make("label", { class: "setup-hole" }, make("span", {}, name), input);
  }

  #storeField(player) {
    const words = player === 0 ? _("South's store") : _("North's store");
    const input = this.#number(this.arranged.stores[player], (value) => (this.arranged.stores[player] = value));
    return make("label", {}, `${words} `, input);
  }

  #number(value, change) {
    const input = make("input", { type: "number", min: 0, max: 200, inputmode: "numeric" });
    input.value = value;
    input.addEventListener("input", () => {
      change(Math.max(0, Math.min(200, Math.trunc(Number(input.value)) || 0)));
      this.#changed(false);
    });
    return input;
  }

  #changed(rewrite = true) {
    const { holes, stores } = this.arranged;
    if (rewrite) {
      for (const input of this.#fields.querySelectorAll("[data-hole]")) input.value = holes[input.dataset.hole].seeds;
    }
    this.study.board.set({ seats: "", picking: true });
    this.study.board.show(this.#drawn(), { last: null });
    this.#turn += 1;
    this.#view = null;
    byId("setup-use").disabled = true;
    this.#count(holes, stores);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE);
  }

  #count(holes, stores) {
    const { seeds } = this.study.known;
    const found = holes.reduce((sum, hole) => sum + hole.seeds, 0) + stores[0] + stores[1];
    const onBoard = seeds === null;
    const words = onBoard ? _("{count} on the board", { count: found }) : _("{count} of {total} seeds", { count: found, total: seeds });
    write(byId("setup-total"), words);
  }

  /** The arrangement as a view, legal or not. */
  #drawn() {
    const { record } = this.study;
    const { holes, stores, mover } = this.arranged;
    const text = JSON.stringify([holes.map((hole) => hole.seeds), stores]);
    const { game, options } = record;
    const nothing = { hand: 0, emptied: null, last: null, lost: 0, moves: [], refused: {}, outcome: null };
    return { game, options, position: text, mover, phase: "play", holes, stores, ...nothing };
  }

  async #check() {
    const { record } = this.study;
    const { holes, stores, mover } = this.arranged;
    const where = (test) => holes.flatMap((hole, index) => (test(hole) ? [index] : []));
    const bought = where((hole) => hole.owner !== hole.side);
    const asked = {
      game: record.game,
      options: record.options,
      holes: holes.map((hole) => hole.seeds),
      stores,
      mover,
      marks: where((hole) => hole.mark),
      closed: where((hole) => hole.closed),
      owners: Object.fromEntries(bought.map((index) => [index, holes[index].owner])),
    };
    const turn = this.#turn;
    let found;
    try {
      found = await setUp(asked);
    } catch (fault) {
      found = { view: null, defects: [fault.message] };
    }
    if (turn !== this.#turn) return;
    this.#view = found.view;
    byId("setup-use").disabled = !found.view;
    byId("setup-defects").replaceChildren(...found.defects.map((defect) => make("li", {}, defect)));
  }
}

