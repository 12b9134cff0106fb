// Soft tones, made here, when sound is on: your turn has come, the round is over. (The board clicks by itself.)

import { setting } from "../settings.js";

let audio = null;

/** Frequencies in hertz, one after another. */
function tones(frequencies) {
  if (!setting("sound")) return;
  audio ||= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  frequencies.forEach((frequency, index) => {
    const start = audio.currentTime + index * 0.14;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "sine";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.45);
  });
}

/** It is your turn. */
export function turn() {
  tones([440, 554]);
}

/** The round is over. */
export function end() {
  tones([392, 494, 587]);
}
