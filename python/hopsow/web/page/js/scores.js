/** Scores and counts as people read them. */

import { capital, say } from "./dom.js";

/** @import { BestLine, Said, View } from "./types.d.ts" */

/**
 * A line's score as the side to move or the first side sees it.
 * @param {BestLine} line
 * @param {View} view
 * @param {boolean} isMovers
 */
export function scored(line, view, isMovers) {
  if (line.exact) return capital(line.text);
  const score = isMovers && view.to_move !== view.sides[0] ? -line.score : line.score;
  return `${score < 0 ? "−" : "+"}${Math.abs(score).toFixed(2)}`;
}

/** @param {BestLine} line @param {View} view */
export function certain(line, view) {
  const mine = view.to_move === view.sides[0] ? line.chance : 1 - line.chance;
  const tone = mine > 0.5 ? "win" : mine < 0.5 ? "loss" : "draw";
  const { moves, value } = line.text.arguments;
  return { tone, text: [say(tone), moves ?? value ?? ""].join(" ").trim() };
}

/** A certain result in a few letters: in so many moves, by so much. @param {Said} said */
export function short({ kind, arguments: { moves, value } }) {
  if (moves !== undefined) return `#${moves}`;
  if (/\.wins-by(-one)?$/.test(kind)) return `+${value}`;
  return /\.draw/.test(kind) ? "=" : "#";
}

/** @param {number} number */
export function count(number) {
  if (number >= 999_500) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e3 ? `${(number / 1e3).toFixed(0)} k` : String(Math.round(number));
}
