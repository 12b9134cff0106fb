// Loading: a record or position that was pasted, or a file that was chosen or dropped.

import { byId, write } from "../dom.js";
import { _ } from "../i18n.js";
import { post } from "../http.js";
import { readRecord } from "./server.js";

const LARGEST = 200_000; // characters

export class Loader {
  #text = byId("record-text");
  #fault = byId("load-fault");

  constructor(study) {
    this.study = study;
    byId("load").addEventListener("click", () => this.load(this.#text.value));
    byId("record-file").addEventListener("change", ({ target }) => target.files[0] && this.#file(target.files[0]));
    addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    addEventListener("drop", (event) => {
      const [file] = event.dataTransfer?.files || [];
      if (!file) return;
      event.preventDefault();
      byId("load-panel").open = true;
      this.#file(file);
    });
  }

  async #file(file) {
    if (file.size > 4 * LARGEST) {
      this.#complain(_("That file is too large to be shown here."));
      return;
    }
    this.#text.value = await file.text();
    byId("record-file").value = "";
    await this.load(this.#text.value);
  }

  /** A record, or a position of the game on the board. */
  async load(text) {
    this.#complain("");
    if (text.length > LARGEST) {
      this.#complain(_("That record is too large to be shown here."));
      return;
    }
    try {
      const { records, assumed = [] } = looksLikePosition(text) ? await this.#position(text) : await readRecord(text, this.study.record);
      byId("load-panel").open = false;
      await this.study.open(records, 0, { push: true });
      this.study.complain(assumed.join(" "));
      byId("tree").focus();
    } catch (fault) {
      this.#complain(fault.message);
    }
  }

  async #position(text) {
    const { game, options } = this.study.record;
    const view = await post("/api/position", { game, options, position: text.trim() });
    return { records: [{ game, options, tags: {}, position: view.position, moves: [] }] };
  }

  #complain(words) {
    write(this.#fault, words);
    this.#fault.hidden = !words;
    this.#text.setAttribute("aria-invalid", String(Boolean(words)));
  }
}

function looksLikePosition(text) {
  return /^\s*[0-9][0-9,]*\//.test(text);
}
