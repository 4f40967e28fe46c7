/** Signs for buttons, drawn here so that they look the same with every font. */

import { h, svg } from "./dom.js";

const PATHS = {
  first: "M6 5v14M19 5L9 12l10 7z",
  back: "M16 5L6 12l10 7z",
  forward: "M8 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  sound: "M4 9.5v5h4l5 4v-13l-5 4zM16 8.5q3 3.5 0 7M18.5 6q5.5 6 0 12",
  mute: "M4 9.5v5h4l5 4v-13l-5 4zM16.5 9.5l5 5M21.5 9.5l-5 5",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10h2",
  hint: "M9 18h6M10 21h4M8.5 15c-5-5 0-11 3.5-11s8.5 6 3.5 11z",
  flip: "M7 4v16M7 4L3.5 8M7 4l3.5 4M17 20V4M17 20l3.5-4M17 20l-3.5-4",
  analyse: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  review: "M4 17l5-6 4 3 7-9M20 10V5h-5",
  again: "M19 5v5h-5M19 10a8 8 0 1 0 1 4",
  friend: "M9 11a3.5 3.5 0 1 0-.1 0zM3 20q0-6 6-6t6 6M16 5a3 3 0 0 1 0 6M17 14q4 .5 4 6",
  swap: "M4 9h14l-4-4M20 15H6l4 4",
  add: "M12 5v14M5 12h14",
  draw: "M5 9h14M5 15h14",
  flag: "M6 21V4h12l-3 4 3 4H6",
  main: "M12 20V5M6 11l6-6 6 6",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  save: "M12 4v11M7 10l5 5 5-5M5 20h14",
  close: "M6 6l12 12M18 6L6 18",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
};

/**
 * A sign with a word beside it.
 * @param {keyof typeof PATHS} name
 * @param {string} text
 */
export function labelled(name, text) {
  return h("span", { class: "labelled" }, icon(name), text);
}

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, [
    svg("path", { d: PATHS[name] }),
  ]);
}
