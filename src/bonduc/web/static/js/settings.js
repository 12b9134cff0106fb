// What this browser remembers: theme, speed of sowing, sound, and what pages add. Changes reach every open tab.

const KEY = "bonduc";
const DEFAULTS = { theme: "auto", speed: "normal", sound: false, flip: false, facing: false, oneTap: false };
const listeners = new Set();
let values = read();

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** The value of a setting. */
export function setting(name) {
  return values[name];
}

/** Change a setting; everyone who watches is told. */
export function change(name, value) {
  values = { ...values, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // It holds for this page only.
  }
  tell();
}

/** Call `listener(values)` on every change. */
export function watch(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell() {
  const root = document.documentElement;
  if (values.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = values.theme;
  for (const listener of listeners) listener(values);
}

addEventListener("storage", (event) => {
  if (event.key === KEY) {
    values = read();
    tell();
  }
});
