// What is said to those who do not see the board: a log, in which each sentence is added below the ones before.

const KEPT = 8; // sentences

const place = document.getElementById("said");

/** Say a sentence in the live region. */
export function announce(sentence) {
  if (!sentence) return;
  const line = document.createElement("p");
  line.textContent = sentence;
  place.append(line);
  while (place.childElementCount > KEPT) place.firstElementChild.remove();
}
