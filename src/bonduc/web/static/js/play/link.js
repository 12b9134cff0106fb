// The connection to a live game: a WebSocket that is opened again, with growing pauses, until it holds; what was said
// and not yet acknowledged is said again, and counts once.

const PAUSES = [400, 1000, 2000, 4000, 8000, 15000]; // milliseconds before each attempt; the last one for all further
const SILENCE = 45_000; // milliseconds without a word from the server that mean a dead line
const REFUSED_FOR_GOOD = { 4404: "gone", 1008: "refused" };

export class Link {
  #code;
  #listeners;
  #socket = null;
  #attempt = 0;
  #timer = 0;
  #heard = 0;
  #unsaid = new Map();
  #number = 0;
  #mark = Math.random().toString(36).slice(2, 8);
  #closed = false;
  #greeted = false;

  /**
   * `listeners`: functions by the type of the server's messages, and `line(status)`, told of "connecting", "open",
   * "lost", "gone" and "refused". `version()` gives the version of the game that is known here.
   */
  constructor(code, version, listeners) {
    this.#code = code;
    for (const said of kept(code)) this.#unsaid.set(said.id, said);
    this.version = version;
    this.#listeners = listeners;
    addEventListener("online", () => this.#again());
    addEventListener("offline", () => this.#lost());
    addEventListener("pageshow", (event) => event.persisted && this.#again());
    addEventListener("pagehide", () => this.#drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.#check());
    setInterval(() => this.#check(), 10_000);
    this.#open();
  }

  /** Whether the line stands. */
  get open() {
    return this.#greeted && this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Say something that is to be acknowledged; its id. */
  send(message) {
    const id = `${this.#mark}-${++this.#number}`;
    const said = { ...message, id };
    this.#unsaid.set(id, said);
    this.#keep();
    if (this.open) this.#say(said);
    return id;
  }

  /** What was said and is not acknowledged. */
  get pending() {
    return [...this.#unsaid.values()];
  }

  #open() {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#drop();
    this.#tell(this.#attempt ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/live/${this.#code}`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#heard = Date.now();
      socket.send(JSON.stringify({ type: "hello", version: this.version() }));
    });
    socket.addEventListener("message", (event) => socket === this.#socket && this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => socket === this.#socket && this.#ended(event.code));
  }

  #hear(message) {
    this.#heard = Date.now();
    if (message.type === "ping") return this.#say({ type: "pong", at: message.at });
    if (message.type === "done" || message.type === "refused") {
      this.#unsaid.delete(message.id);
      this.#keep();
    }
    if (message.type === "state" && !this.#greeted) {
      this.#greeted = true;
      this.#attempt = 0;
      this.#tell("open");
      for (const said of this.#unsaid.values()) this.#say(said);
    }
    this.#listeners[message.type]?.(message);
  }

  #ended(code) {
    const end = REFUSED_FOR_GOOD[code];
    this.#socket = null;
    if (end) {
      this.#closed = true;
      return this.#tell(end);
    }
    this.#later();
  }

  #lost() {
    this.#drop();
    this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const pause = PAUSES[Math.min(this.#attempt, PAUSES.length - 1)];
    this.#attempt += 1;
    this.#tell("lost");
    this.#timer = setTimeout(() => this.#open(), pause * (0.75 + Math.random() / 2));
  }

  /** Try at once. */
  #again() {
    if (!this.open) this.#open();
  }

  /** A line on which nothing was heard for long is given up. */
  #check() {
    if (this.open && Date.now() - this.#heard > SILENCE) this.#lost();
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    socket?.close();
  }

  #say(message) {
    this.#socket?.send(JSON.stringify(message));
  }

  #tell(status) {
    this.#listeners.line?.(status);
  }

  /** Keep moves that have not been acknowledged for this tab, so that a reload loses none. */
  #keep() {
    keep(this.#code, this.pending.filter(({ type }) => type === "move"));
  }
}

const STORE = "bonduc-unsaid";

function kept(code) {
  try {
    const found = JSON.parse(sessionStorage.getItem(STORE) || "{}");
    return found.code === code ? found.said : [];
  } catch {
    return [];
  }
}

function keep(code, said) {
  try {
    if (said.length || kept(code).length) sessionStorage.setItem(STORE, JSON.stringify({ code, said }));
  } catch {
    // They are kept in the page only.
  }
}
