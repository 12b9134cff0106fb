// The engine, thinking live over the WebSocket /ws/analysis about one position at a time.

const PAUSE = 150; // milliseconds that a position must be looked at before it is thought about
const RETRIES = [500, 1000, 2000, 4000, 8000];

export class Engine {
  #socket = null;
  #number = 0;
  #wanted = null;
  #timer = 0;
  #retry = 0;
  #tried = 0;

  /** `hear(kind, message)` is called with "waiting", "found", "refused", and "lost" when the line is down. */
  constructor(hear) {
    this.hear = hear;
  }

  /** Think about a place: { game, options, start, moves, lines }. */
  think(place) {
    this.#wanted = place;
    this.#number += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
    this.#send({ type: "stop" });
  }

  /** Think no more. */
  stop() {
    this.#wanted = null;
    this.#number += 1;
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    this.#send({ type: "stop" });
  }

  #ask() {
    if (!this.#wanted) return;
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#send({ type: "think", id: this.#number, ...this.#wanted });
    } else if (this.#socket?.readyState !== WebSocket.CONNECTING) {
      this.#connect();
    }
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    const socket = new WebSocket(new URL("/ws/analysis", location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#tried = 0;
      this.#ask();
    });
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (this.#wanted && message.id === this.#number) this.hear(message.type, message);
    });
    socket.addEventListener("close", () => {
      if (this.#socket !== socket || !this.#wanted) return;
      this.hear("lost", {});
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#ask(), RETRIES[Math.min(this.#tried, RETRIES.length - 1)]);
      this.#tried += 1;
    });
  }
}
