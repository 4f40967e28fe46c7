/** Short wooden sounds, made on the spot: no files to fetch. */

import { settings } from "./store.js";

/** @type {Record<string, [number, number, number][]>} frequency, length and delay in seconds */
const SOUNDS = {
  move: [[420, 0.05, 0]],
  sow: [[620, 0.035, 0]],
  capture: [
    [300, 0.07, 0],
    [220, 0.09, 0.05],
  ],
  crown: [
    [660, 0.1, 0],
    [880, 0.16, 0.09],
  ],
  end: [
    [523, 0.14, 0],
    [659, 0.14, 0.12],
    [784, 0.3, 0.24],
  ],
  low: [
    [880, 0.08, 0],
    [880, 0.08, 0.16],
  ],
  refused: [[140, 0.1, 0]],
};
const LOUDNESS = 0.12;

/** @type {AudioContext | null} */
let context = null;

/** @param {"move" | "sow" | "capture" | "crown" | "end" | "low" | "refused"} name */
export function play(name) {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [frequency, seconds, delay] of SOUNDS[name]) tone(context, frequency, seconds, delay);
}

/**
 * @param {AudioContext} audio
 * @param {number} frequency
 * @param {number} seconds
 * @param {number} delay
 */
function tone(audio, frequency, seconds, delay) {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  const begin = audio.currentTime + delay;
  oscillator.type = "triangle";
  oscillator.frequency.setValueAtTime(frequency, begin);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.7, begin + seconds);
  gain.gain.setValueAtTime(LOUDNESS, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + seconds);
}
