// Links to copy, and files to take away: the record as text or JSON, the position as a picture.

import { byId, write } from "../dom.js";
import { _ } from "../i18n.js";
import { optionsText, writeRecord } from "./server.js";
import { setting } from "../settings.js";

export class Share {
  constructor(study) {
    this.study = study;
    byId("copy-link").addEventListener("click", () => this.#copy(byId("link")));
    byId("link-copy").addEventListener("click", () => this.#copy(byId("link")));
    byId("notation-copy").addEventListener("click", () => this.#copy(byId("notation")));
    byId("download-record").addEventListener("click", () => this.#record());
    byId("download-json").addEventListener("click", () => {
      this.#save(JSON.stringify(this.#document(), null, 1), "json", "application/json");
    });
  }

  /** The present position. */
  show() {
    const { node, record } = this.study;
    byId("notation").value = node.position;
    const query = { game: record.game, options: optionsText(record.options), position: node.position, flip: setting("flip") };
    const move = node.parent && node.sowing?.move;
    if (move && node.parent.view) Object.assign(query, { position: node.parent.position, move });
    for (const kind of ["svg", "png"]) {
      const link = byId(`download-${kind}`);
      link.href = `/api/picture.${kind}?${new URLSearchParams(query)}`;
      link.download = `${record.game}.${kind}`;
    }
  }

  link(address) {
    byId("link").value = address;
  }

  async #copy(field) {
    try {
      await navigator.clipboard.writeText(field.value);
      this.#say(_("Copied."));
    } catch {
      byId("share-panel").open = true;
      field.focus();
      field.select();
      this.#say(_("Press Ctrl+C to copy."));
    }
  }

  #document() {
    return { format: "bonduc records", version: 1, records: this.study.edited };
  }

  async #record() {
    try {
      const { text } = await writeRecord(this.#document());
      this.#save(text, "txt", "text/plain");
    } catch (fault) {
      this.#say(fault.message);
    }
  }

  #save(text, ending, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = `${this.study.record.game}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  #say(words) {
    write(byId("share-said"), words);
    const button = byId("copy-link");
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), 1200);
  }
}
