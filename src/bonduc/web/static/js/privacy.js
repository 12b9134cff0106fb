// The page about privacy: ends the cookie, or has all deleted that is known of the visitor.

import { byId } from "./dom.js";
import { post } from "./http.js";
import { _ } from "./i18n.js";

const buttons = [byId("end"), byId("forget")];
const dialog = byId("forget-dialog");

/** Let this browser forget what pages have left in it. */
function clear() {
  for (const place of [localStorage, sessionStorage]) {
    try {
      place.clear();
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
}

async function carry(address, value, words) {
  byId("fault").hidden = true;
  for (const button of buttons) button.disabled = true;
  try {
    await post(address, value);
  } catch (refusal) {
    byId("fault").textContent = refusal.message;
    byId("fault").hidden = false;
    for (const button of buttons) button.disabled = false;
    return;
  }
  clear();
  byId("done").textContent = words;
  byId("done").hidden = false;
}

byId("end").addEventListener("click", () => {
  carry("/api/session/end", {}, _("This browser is forgotten: with the next page you are somebody new."));
});

byId("forget").addEventListener("click", () => {
  dialog.returnValue = "no";
  dialog.showModal();
});

dialog.addEventListener("click", (event) => event.target === dialog && dialog.close("no"));
dialog.addEventListener("close", () => {
  if (dialog.returnValue !== "yes") return;
  carry("/api/session/forget", { confirm: true }, _("What was known of you is deleted: with the next page you are somebody new."));
});
