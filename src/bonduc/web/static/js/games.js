// The lists of a visitor's games: a game is taken off them, or put back.

import { tellTimes } from "./ago.js";
import { post } from "./http.js";

tellTimes();

for (const button of document.querySelectorAll("[data-remove], [data-put-back]")) {
  const { code } = button.closest("[data-code]").dataset;
  button.addEventListener("click", () => {
    if (button.dataset.remove === "leave") return change(`/api/live/${code}/act`, { type: "leave" });
    return change(`/api/live/${code}/remove`, { removed: "remove" in button.dataset });
  });
}

/** Let the server know, and show the list as it is then. */
async function change(address, value) {
  const fault = document.getElementById("fault");
  try {
    await post(address, value);
    location.reload();
  } catch (refusal) {
    fault.textContent = refusal.message;
    fault.hidden = false;
  }
}
