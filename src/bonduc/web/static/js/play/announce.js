// What is said to those who do not see the board, one thing after the other, none lost.

const PAUSE = 150; // milliseconds between two sentences, so that both are noticed

const place = document.getElementById("said");
const queue = [];
let busy = false;

/** Say a sentence in the live region. */
export function announce(sentence) {
  if (!sentence) return;
  queue.push(sentence);
  if (!busy) next();
}

function next() {
  const sentences = queue.splice(0);
  busy = sentences.length > 0;
  if (!busy) return;
  const line = document.createElement("p");
  line.textContent = sentences.join(" ");
  place.replaceChildren(line);
  setTimeout(next, PAUSE);
}
