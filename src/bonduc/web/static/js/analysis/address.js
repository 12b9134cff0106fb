// The address of the page: a permalink of the position shown. The tree around it stays in the browser's history.

import { changed, optionsText } from "./server.js";
import { recordOf, treeOf } from "./tree.js";

const LONGEST = 6000; // characters of moves in an address; beyond that it holds the position alone
const KEPT = 300_000; // characters of a tree that the history is given

export class Address {
  #starts = "";

  constructor(study) {
    this.study = study;
    addEventListener("popstate", ({ state }) => (state?.records ? this.#open(state) : location.reload()));
  }

  /** The permalink of the present position. */
  get link() {
    const { record, root, node, games } = this.study;
    const query = new URLSearchParams();
    const options = optionsText(changed(record.options, games[record.game].defaults));
    if (options !== "-") query.set("options", options);
    const moves = node.moves.join(" ");
    if (moves.length > LONGEST) {
      query.set("position", node.position);
    } else {
      if (root.position !== this.#starts) query.set("position", root.position);
      if (moves) query.set("moves", moves);
    }
    const text = query.toString();
    return `${location.origin}/analysis/${record.game}${text && `?${text}`}`;
  }

  /** Write the permalink into the address bar; `push`: as a new entry of the history. */
  async show(push) {
    this.#starts = (await this.study.startView()).position;
    const state = this.#state();
    if (push) history.pushState(state, "", this.link);
    else history.replaceState(state, "", this.link);
    this.study.share.link(this.link);
  }

  /** Note the tree as it is now. */
  keep() {
    history.replaceState(this.#state(), "", location.href);
  }

  /** Open what the history kept of this page, after a reload or on the way back; false if it kept nothing. */
  async restore() {
    const { state } = history;
    if (!state?.records) return false;
    await this.#open(state);
    return true;
  }

  #open({ records, index, path, root }) {
    const record = { ...records[index], ...root };
    return this.study.open(records, index, { root: treeOf(record), path });
  }

  #state() {
    const { records, record, root, node } = this.study;
    const tree = recordOf(root, record);
    const path = node.path.slice(1).map((each) => each.parent.children.indexOf(each));
    const state = { records, index: records.indexOf(record), path, root: tree };
    return JSON.stringify(state).length > KEPT ? null : state;
  }
}
