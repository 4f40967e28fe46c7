/** Ratings and crosstable. */

import { h } from "../dom.js";

/** @import { Rating } from "./types.d.ts" */

/** @param {Rating[]} ratings */
export function standing(ratings) {
  const rows = ratings.map(({ name, elo, error, points, games, los }, place) =>
    h(
      "tr",
      {},
      h("td", { class: "number" }, place + 1),
      h("th", { scope: "row" }, name),
      h("td", { class: "number" }, signed(elo)),
      h("td", { class: "number" }, `± ${error}`),
      h("td", { class: "number" }, points),
      h("td", { class: "number" }, games),
      h("td", { class: "number" }, los === null ? "" : `${(100 * los).toFixed(1)} %`),
    ),
  );
  const heads = ["", "agent", "Elo", "95 %", "points", "games", "better than the next"];
  return h("table", { class: "standing" }, head(heads), h("tbody", {}, rows));
}

/** @param {Rating[]} ratings @param {string[][]} cells */
export function crosstable(ratings, cells) {
  const rows = cells.map((row, place) =>
    h(
      "tr",
      {},
      h("td", { class: "number" }, place + 1),
      h("th", { scope: "row" }, ratings[place].name),
      row.map((cell) => h("td", { class: "number" }, cell)),
    ),
  );
  const heads = ["", "", ...cells.map((_, place) => String(place + 1))];
  return h("table", { class: "crosstable" }, head(heads), h("tbody", {}, rows));
}

/** @param {string[]} texts */
export function head(texts) {
  return h(
    "thead",
    {},
    h(
      "tr",
      {},
      texts.map((text) => h("th", { scope: "col" }, text)),
    ),
  );
}

/** @param {number} elo */
function signed(elo) {
  return elo > 0 ? `+${elo}` : elo;
}
