// How long ago something was, in the reader's language; the date itself is there for those without scripts.

import { language } from "./i18n.js";

const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]]; // seconds

/** How long before `now` a time was, both in milliseconds. */
export function ago(time, now = Date.now()) {
  const seconds = Math.max(0, (now - time) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return format.format(-Math.floor(seconds / length), unit);
  }
  return format.format(0, "second");
}

/** Say of every time on the page how long ago it was, and when exactly where the pointer rests on it. */
export function tellTimes() {
  for (const place of document.querySelectorAll("time[datetime]")) {
    const time = new Date(place.dateTime);
    place.textContent = ago(time.getTime());
    place.title = time.toLocaleString(language);
  }
}
