// Requests to the JSON API.

const csrf = document.querySelector("meta[name=csrf]")?.content || "";

/** A refusal: the server's message, in the reader's language. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** GET an address of the API; a Refusal is thrown where it says no. */
export function get(address, options = {}) {
  return ask(address, { ...options, method: "GET" });
}

/** POST a value as JSON. */
export function post(address, value, options = {}) {
  const headers = { "content-type": "application/json", "x-csrf-token": csrf };
  return ask(address, { ...options, method: "POST", headers, body: JSON.stringify(value) });
}

async function ask(address, options) {
  const response = await fetch(address, { credentials: "same-origin", ...options });
  const text = await response.text();
  let answer = null;
  try {
    answer = JSON.parse(text);
  } catch {
    // A proxy or a crash answered: the status says enough.
  }
  if (!response.ok) throw new Refusal(response.status, answer?.error?.message || `${response.status}`);
  return answer;
}
