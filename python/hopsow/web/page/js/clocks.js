/** The clocks beside the players' names. */

/** @import { Clocks } from "./types.d.ts" */

const SHORT_MS = 10_000;

/**
 * Whether a clock has just become low.
 * @param {number} before in milliseconds
 * @param {number} now
 */
export function isNowLow(before, now) {
  return before >= SHORT_MS && now < SHORT_MS;
}

/** @param {HTMLElement} table @param {Clocks} clocks */
export function drawClocks(table, clocks) {
  for (const label of table.querySelectorAll("[data-clock]")) {
    const left = clocks.left[Number(label.getAttribute("data-clock"))];
    label.textContent = shown(left);
    label.classList.toggle("short", left < SHORT_MS);
  }
}

/**
 * A clock's time: tenths where they matter.
 * @param {number} ms
 */
function shown(ms) {
  if (ms < SHORT_MS) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
