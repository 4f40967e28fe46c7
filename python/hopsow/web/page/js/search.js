/** How the engine searches in Analyse, and the dialog that changes it. */

import { button, choice, h, openDialog, say } from "./dom.js";
import { keep, recall } from "./store.js";

/** @import { Wire } from "./wire.js" */

/**
 * 0 stands for no limit; scores are the mover's, or else the first side's.
 * @typedef {{lines: number, seconds: number, depth: number, threads: number, hash_mb: number,
 *     isMovers: boolean}} SearchSettings
 */

/** @type {SearchSettings} */
const USUAL = { lines: 3, seconds: 0, depth: 0, threads: 1, hash_mb: 32, isMovers: false };
const LIMITS = {
  seconds: [0, 5, 30, 120, 600],
  depth: [0, 4, 8, 12, 16, 20, 30],
  hash_mb: [8, 32, 128, 512],
};

/** As it was left. @returns {SearchSettings} */
export function searchSettings() {
  return { ...USUAL, ...recall("search") };
}

/** @param {Wire} wire @param {SearchSettings} search @param {() => void} changed */
export async function openSearchSettings(wire, search, changed) {
  const most = await wire.ask("facts", {});
  const field = (
    /** @type {string} */ label,
    /** @type {Exclude<keyof SearchSettings, "isMovers">} */ name,
    /** @type {number[]} */ values,
    /** @type {(value: number) => string} */ words,
  ) =>
    choice(
      label,
      values.map((value) => [String(value), words(value)]),
      String(search[name]),
      (value) => set({ [name]: Number(value) }),
    );
  const set = (/** @type {Partial<SearchSettings>} */ change) => {
    keep("search", Object.assign(search, change));
    changed();
  };
  const dialog = openDialog(
    "Search settings",
    field("Lines", "lines", [1, 2, 3, 4, 5], (value) =>
      say(value === 1 ? "1 line" : "{value} lines", { value }),
    ),
    field("Time", "seconds", LIMITS.seconds, (value) =>
      value ? say(value === 1 ? "1 second" : "{value} seconds", { value }) : "Until stopped",
    ),
    field("Depth", "depth", LIMITS.depth, (value) =>
      value ? say(value === 1 ? "1 ply" : "{value} plies", { value }) : "No limit",
    ),
    field("Threads", "threads", upTo(most.threads), (value) =>
      say(value === 1 ? "1 thread" : "{value} threads", { value }),
    ),
    field(
      "Memory",
      "hash_mb",
      LIMITS.hash_mb.filter((value) => value <= most.hash_mb),
      (value) => say("{value} MB", { value }),
    ),
    choice(
      "Scores",
      [
        ["first", "As the side that begins sees them"],
        ["mover", "As the side to move sees them"],
      ],
      search.isMovers ? "mover" : "first",
      (value) => set({ isMovers: value === "mover" }),
    ),
    h(
      "div",
      { class: "buttons" },
      button("Done", () => dialog.close(), { class: "primary" }),
    ),
  );
}

/** 1, 2, 4, … up to a number. @param {number} most */
function upTo(most) {
  const values = [];
  for (let value = 1; value <= most; value *= 2) values.push(value);
  return values;
}
