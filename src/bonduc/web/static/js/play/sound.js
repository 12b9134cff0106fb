// Sounds made here, off at first: a seed dropping on wood, a capture, your turn, the end.

import { setting } from "../settings.js";

let audio = null;

function context() {
  if (!setting("sound")) return null;
  audio ||= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  return audio;
}

/** A short knock: noise through a resonant filter, as when a seed falls on wood. */
export function knock(pitch = 1) {
  const at = context();
  if (!at) return;
  const length = 0.05;
  const buffer = at.createBuffer(1, at.sampleRate * length, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 4;
  const source = at.createBufferSource();
  source.buffer = buffer;
  const wood = at.createBiquadFilter();
  wood.type = "bandpass";
  wood.frequency.value = 900 * pitch * (0.94 + Math.random() * 0.12);
  wood.Q.value = 4;
  const volume = at.createGain();
  volume.gain.value = 0.5;
  source.connect(wood).connect(volume).connect(at.destination);
  source.start();
}

/** A handful of knocks, as when seeds fall into a store. */
export function gather(seeds) {
  for (let i = 0; i < Math.min(seeds, 6); i++) setTimeout(() => knock(0.7 + i * 0.04), i * 45);
}

/** Soft tones one after another; frequencies in hertz. */
function tones(frequencies) {
  const at = context();
  if (!at) return;
  frequencies.forEach((frequency, index) => {
    const start = at.currentTime + index * 0.14;
    const tone = at.createOscillator();
    const volume = at.createGain();
    tone.type = "sine";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
    tone.connect(volume).connect(at.destination);
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
