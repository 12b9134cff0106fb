// The click of a seed falling on seeds or wood: a few milliseconds of filtered noise.

let context = null;
let noise = null;

function prepare() {
  context = new AudioContext();
  noise = context.createBuffer(1, Math.round(context.sampleRate * 0.05), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / samples.length);
}

/** One click, higher the more seeds the hole holds. */
export function click(count) {
  if (!context) prepare();
  if (context.state === "suspended") context.resume();
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const volume = context.createGain();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = 1100 + 110 * Math.min(count, 12) + 120 * Math.random();
  filter.Q.value = 2.5;
  volume.gain.value = 0.35;
  source.connect(filter).connect(volume).connect(context.destination);
  source.start();
}
