/** Halma on the page: 16 by 16 squares, both camps marked. Geometry and drawing only. */

import { svg } from "../dom.js";

const SIZE = 16;
const CELL = 40;
const EDGE = 22;
const CAMP_WIDTHS = [5, 5, 4, 3, 2];
const NAMES = { b: "black man", w: "white man" };

/** @import { Layout } from "./types.d.ts" */

/** @type {Layout} */
export const halma = {
  name: "halma",
  title: "Halma",
  width: SIZE * CELL + 2 * EDGE,
  height: SIZE * CELL + 2 * EDGE,
  cell: CELL,
  pieceRadius: 0.4 * CELL,
  rows: Array.from({ length: SIZE }, (_, y) =>
    Array.from({ length: SIZE }, (_, x) => `${x},${y}`),
  ),

  index(square) {
    const [x, y] = square.split(",").map(Number);
    return SIZE * y + x;
  },

  centre(square, flipped) {
    const [x, y] = square.split(",").map((part) => (flipped ? SIZE - 1 - Number(part) : Number(part)));
    return [EDGE + CELL * (x + 0.5), EDGE + CELL * (y + 0.5)];
  },

  background({ flipped }) {
    const squares = halma.rows.flat().map((square) => {
      const [x, y] = halma.centre(square, flipped);
      const [column, row] = square.split(",").map(Number);
      const tone = (column + row) % 2 ? "odd" : "even";
      const camp = isBlackCamp(column, row) || isBlackCamp(SIZE - 1 - column, SIZE - 1 - row);
      return svg("rect", {
        class: `square ${tone}${camp ? " camp" : ""}`,
        x: x - CELL / 2,
        y: y - CELL / 2,
        width: CELL,
        height: CELL,
      });
    });
    const frame = svg("rect", {
      class: "frame",
      width: halma.width,
      height: halma.height,
      rx: 8,
    });
    return [frame, ...squares, ...camps(), ...coordinates(flipped)];
  },

  piece(letter) {
    return [
      svg("circle", { class: "shadow", cx: 1, cy: 2, r: halma.pieceRadius }),
      svg("circle", { class: "body", r: halma.pieceRadius }),
      svg("circle", { class: "ring", r: halma.pieceRadius * 0.52 }),
      svg("ellipse", {
        class: "shine",
        cx: -halma.pieceRadius * 0.28,
        cy: -halma.pieceRadius * 0.4,
        rx: halma.pieceRadius * 0.38,
        ry: halma.pieceRadius * 0.22,
      }),
    ];
  },

  contents(state, square) {
    const letter = String(state.shown[halma.index(square)] ?? ".");
    return letter === "." ? "empty" : NAMES[/** @type {"b" | "w"} */ (letter)];
  },

  label: (square) => square.replace(",", " "),
};

/** @param {number} x @param {number} y */
function isBlackCamp(x, y) {
  return y < CAMP_WIDTHS.length && x < CAMP_WIDTHS[y];
}

/** Lines along the stairs of both camps; they look the same from either side. */
function camps() {
  /** @type {[number, number][]} */
  const steps = CAMP_WIDTHS.flatMap((width, y) => [
    /** @type {[number, number]} */ ([width, y]),
    /** @type {[number, number]} */ ([width, y + 1]),
  ]);
  steps.push([0, 5]);
  return [steps, steps.map(([x, y]) => [SIZE - x, SIZE - y])].map((corners) =>
    svg("path", {
      class: "camp-line",
      d: `M${corners.map(([x, y]) => `${EDGE + CELL * x} ${EDGE + CELL * y}`).join("L")}`,
    }),
  );
}

/** @param {boolean} flipped */
function coordinates(flipped) {
  return Array.from({ length: SIZE }, (_, index) => {
    const along = EDGE + CELL * ((flipped ? SIZE - 1 - index : index) + 0.5);
    return [EDGE / 2, halma.width - EDGE / 2].flatMap((across) => [
      svg("text", { class: "coordinate", x: along, y: across }, index),
      svg("text", { class: "coordinate", x: across, y: along }, index),
    ]);
  }).flat();
}
