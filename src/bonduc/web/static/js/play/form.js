// The form of a new game: shows what belongs to the choices made, checks what was filled in, starts the game.

import { post } from "../http.js";
import { _ } from "../i18n.js";
import { change, setting } from "../settings.js";

const form = document.getElementById("new-game");
const start = document.getElementById("start");
let decided = false; // whether the game may be studied: until it is decided, it depends on the opponent

/** The value chosen for a name. */
function chosen(name) {
  return form.elements.namedItem(name).value;
}

/** Show and enable what belongs to the choices; parts say by `data-when="name=value,value"` when they do. */
function arrange() {
  if (!decided) form.elements.namedItem("studied").checked = chosen("opponent") !== "friend";
  for (const part of form.querySelectorAll("[data-when]")) {
    const [name, values] = part.dataset.when.split("=");
    part.hidden = !values.split(",").includes(chosen(name));
  }
  const friend = chosen("opponent") === "friend";
  start.textContent = friend ? _("Make the invitation") : _("Start the game");
  document.getElementById("rules-link").href = `/learn/${chosen("game")}`;
}

/** Put a fault beside its field; without one, take it away. */
function mark(control, fault) {
  const place = document.getElementById(`fault-${control.id}`);
  if (place) {
    place.textContent = fault;
    place.hidden = !fault;
  }
  if (fault) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}

/** The fields of a group. */
function fields(group) {
  return [...form.querySelectorAll(`[data-group="${group}"]`)];
}

function fault(control) {
  if (control.type !== "number") return "";
  const low = Number(control.min);
  const high = Number(control.max);
  const value = Number(control.value);
  if (control.value.trim() === "" || !Number.isInteger(value) || value < low || value > high) {
    return _("A whole number from {low} to {high}, please.", { low, high });
  }
  return "";
}

function value(control) {
  if (control.type === "checkbox") return control.checked;
  return /^-?[0-9]+$/.test(control.value) ? Number(control.value) : control.value;
}

function values(group) {
  return Object.fromEntries(fields(group).map((control) => [control.dataset.name, value(control)]));
}

/** The groups of fields that count for the choices made. */
function groups() {
  const game = chosen("game");
  const counted = [`option-${game}`];
  if (chosen("length") === "match") counted.push(`match-${game}`);
  if (chosen("clock") === "custom") counted.push("clock");
  return counted;
}

/** Check every field that counts; whether all is well. The first faulty one gets the focus. */
function check() {
  let first = null;
  for (const control of groups().flatMap(fields)) {
    const found = fault(control);
    mark(control, found);
    if (found) first ||= control;
  }
  if (first) reveal(first);
  return !first;
}

function reveal(control) {
  const folded = control.closest("details");
  if (folded) folded.open = true;
  control.focus();
}

function clock() {
  const text = chosen("clock");
  if (!text) return null;
  if (text === "custom") {
    const { minutes, increment } = values("clock");
    return { initial: minutes * 60, increment };
  }
  const [initial, increment] = text.split(" ").map(Number);
  return { initial, increment };
}

/** What the server is asked for. */
function wanted() {
  const game = chosen("game");
  const opponent = chosen("opponent");
  const match = chosen("length") === "match";
  return {
    game,
    options: values(`option-${game}`),
    kind: match ? "match" : "round",
    match: match ? values(`match-${game}`) : {},
    opponent,
    ...(opponent === "computer" ? { level: Number(chosen("level")) } : {}),
    side: opponent === "same-screen" ? "S" : chosen("side"),
    clock: clock(),
    name: chosen("name").trim(),
    studied: form.elements.namedItem("studied").checked,
  };
}

/** Tell the server's refusal: beside the field that it names, else below the form. */
function tell(message) {
  const named = groups().flatMap(fields).find((control) => message.includes(control.dataset.name));
  const place = document.getElementById("form-fault");
  place.textContent = message;
  place.hidden = false;
  if (named) {
    mark(named, message);
    reveal(named);
  }
}

form.addEventListener("change", ({ target }) => {
  decided ||= target.name === "studied";
  arrange();
});

// While it is typed: when the field is left, something that moves would be in the way of what is pressed next.
form.addEventListener("input", ({ target }) => {
  if (target.hasAttribute("aria-invalid")) mark(target, fault(target));
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  document.getElementById("form-fault").hidden = true;
  if (!check()) return;
  start.disabled = true;
  change("name", chosen("name").trim());
  change("level", chosen("level"));
  try {
    const made = await post("/api/live", wanted());
    location.assign(made.url);
  } catch (refusal) {
    tell(refusal.message);
    start.disabled = false;
  }
});

addEventListener("pageshow", () => {
  start.disabled = false;
  arrange();
});

form.elements.namedItem("name").value = setting("name") || "";
if (setting("level")) form.elements.namedItem("level").value = setting("level");
arrange();
