/** Signs for buttons, drawn here so that they look the same with every font. */

import { svg } from "./dom.js";

const PATHS = {
  first: "M6 5v14M19 5L9 12l10 7z",
  back: "M16 5L6 12l10 7z",
  forward: "M8 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  sound: "M4 9.5v5h4l5 4v-13l-5 4zM16 8.5q3 3.5 0 7M18.5 6q5.5 6 0 12",
  mute: "M4 9.5v5h4l5 4v-13l-5 4zM16.5 9.5l5 5M21.5 9.5l-5 5",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, [
    svg("path", { d: PATHS[name] }),
  ]);
}
