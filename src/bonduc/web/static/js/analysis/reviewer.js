// The review of the whole round: asked for, shown as it comes in, and forgotten when the main line changes.

import { announce } from "../announce.js";
import { byId, write } from "../dom.js";
import { _, ngettext } from "../i18n.js";
import { review } from "./server.js";

export class Reviewer {
  #scores = new Map(); // of nodes: { score, exact }
  #running = null;

  constructor(study) {
    this.study = study;
    this.hint = byId("graph-words").textContent;
    byId("review").addEventListener("click", () => this.run());
    byId("review-stop").addEventListener("click", () => this.#running?.abort());
  }

  /** What the review says of a node, if it has looked at it. */
  scoreOf(node) {
    return this.#scores.get(node);
  }

  forget() {
    this.#running?.abort();
    this.#scores.clear();
    write(byId("graph-words"), this.hint);
  }

  async run() {
    const { study } = this;
    const nodes = [study.root, ...study.root.rest];
    if (nodes.length < 2) {
      write(byId("graph-words"), _("There is no move to look at yet."));
      return;
    }
    this.forget();
    study.graph.begin(nodes, study.known.seeds);
    study.graph.mark(study.node);
    const running = new AbortController();
    this.#running = running;
    this.#busy(true);
    this.#tell(0, nodes.length - 1);
    const { game, options } = study.record;
    const moves = nodes.slice(1).map((node) => node.move);
    const place = { game, options, start: study.root.position, moves };
    try {
      await review(place, (step) => this.#heard(step, nodes, running), running.signal);
    } catch (fault) {
      if (!running.signal.aborted) write(byId("graph-words"), fault.message);
    } finally {
      if (this.#running === running) {
        this.#running = null;
        this.#busy(false);
      }
      study.drawTree();
    }
  }

  #heard(step, nodes, running) {
    if (this.#running !== running) return;
    if (step.done) {
      this.#sum(step.marks);
      return;
    }
    this.#scores.set(nodes[step.ply], step);
    this.study.graph.add(step);
    this.#tell(step.ply, nodes.length - 1);
    if (step.mark) this.study.drawTree();
  }

  #tell(done, total) {
    write(byId("graph-words"), _("{done} of {total} moves looked at", { done, total }));
  }

  #sum(marks) {
    const side = (name, counts) => {
      const count = counts.inaccuracy + counts.mistake + counts.blunder;
      const mistakes = ngettext("{count} mistake", "{count} mistakes", count);
      return `${name}: ${mistakes}`;
    };
    const words = [side(_("South"), marks.S), side(_("North"), marks.N)].join(" · ");
    write(byId("graph-words"), words);
    announce(words);
    this.study.think();
  }

  #busy(busy) {
    byId("review").hidden = busy;
    byId("review-stop").hidden = !busy;
    if (busy) byId("review-stop").focus();
  }
}
