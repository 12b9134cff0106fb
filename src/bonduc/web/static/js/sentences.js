// The sentences of a move. Long relays are summed up in a few of them, until somebody asks for every lap.

import { make } from "./dom.js";
import { _ } from "./i18n.js";

/** Write what a sowing did into `place`, with a button for every lap where laps were left out. */
export function tellSentences(place, sowing) {
  place.classList.remove("every-lap");
  place.removeAttribute("tabindex");
  const told = sowing.explanation.map(paragraph);
  place.replaceChildren(...told);
  if (!isSummedUp(sowing)) return;
  const button = make("button", { type: "button", class: "quiet show-laps" }, _("Show every lap"));
  button.addEventListener("click", () => {
    place.replaceChildren(...everyLap(sowing).map(paragraph));
    place.classList.add("every-lap");
    place.tabIndex = 0;
    place.focus({ preventScroll: true });
  });
  place.append(button);
}

/** Whether there are laps that the explanation does not tell one by one. */
function isSummedUp({ events }) {
  return events.some((event) => event.event === "lift" && !event.text);
}

/** A sentence for everything that happened, lap by lap. */
export function everyLap({ before, events }) {
  const name = (hole) => before.holes[hole].name;
  const sentences = [];
  let plain = false; // whether laps are told in short from here on
  for (const { event, hole, seeds, lap, text } of events) {
    plain ||= event === "lift" && !text;
    if (event === "lift" && plain) sentences.push(_("Lap {lap}: {count} from {hole}.", { lap, count: seeds, hole: name(hole) }));
    else if (text) sentences.push(text);
    else if (event === "mark-lost") sentences.push(_("{hole} loses its mark.", { hole: name(hole) }));
  }
  return sentences;
}

function paragraph(sentence) {
  return make("p", {}, sentence);
}
