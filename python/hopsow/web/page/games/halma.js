/** Halma on the page: 16 by 16 squares, both camps marked. Geometry and drawing only. */

import { svg } from "../js/dom.js";
import { withMen } from "./men.js";

const SIZE = 16;
const CELL = 40;
const EDGE = 22;
const CAMP_WIDTHS = [5, 5, 4, 3, 2];
const RADIUS = 0.4 * CELL;

/** @import { MenLayout } from "../js/board/types.d.ts" */

/** @type {MenLayout} */
const board = {
  name: "halma",
  width: SIZE * CELL + 2 * EDGE,
  height: SIZE * CELL + 2 * EDGE,
  cell: CELL,
  pieceRadius: RADIUS,
  gradients: ["halma-b", "halma-w"],
  rows: Array.from({ length: SIZE }, (_, y) => Array.from({ length: SIZE }, (_, x) => `${x},${y}`)),

  index(square) {
    const [x, y] = square.split(",").map(Number);
    return SIZE * y + x;
  },

  centre(square, flipped) {
    const [x, y] = square
      .split(",")
      .map((part) => (flipped ? SIZE - 1 - Number(part) : Number(part)));
    return [EDGE + CELL * (x + 0.5), EDGE + CELL * (y + 0.5)];
  },

  background({ flipped, showNumbers }) {
    const squares = board.rows.flat().map((square) => {
      const [x, y] = board.centre(square, flipped);
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
      width: board.width,
      height: board.height,
      rx: 8,
    });
    return [frame, ...squares, ...camps(), ...(showNumbers ? coordinates(flipped) : [])];
  },

  piece() {
    return [
      svg("circle", { class: "shadow", cx: 1, cy: 2, r: RADIUS }),
      svg("circle", { class: "body", r: RADIUS }),
      svg("circle", { class: "ring", r: RADIUS * 0.52 }),
    ];
  },

  label: (square) => square.replace(",", " "),

  // Only where men have to leave the camp do those that can move stand out.
  showsMovers: (view) => !!view.notice,

  // The ends of a chain are enough: the server finds the way again.
  brief: (move) => move.replace(/-.*-/, "-"),

  about: "Step and leap across the board in long chains, until your men fill the other camp.",

  help: [["Point at a dot", "Shows the way of the chain that leads there."]],
};

export const halma = withMen(board, { b: "black man", w: "white man" });

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

/** Along two edges: columns below, rows at the left. @param {boolean} flipped */
function coordinates(flipped) {
  return Array.from({ length: SIZE }, (_, index) => {
    const along = EDGE + CELL * ((flipped ? SIZE - 1 - index : index) + 0.5);
    return [
      svg("text", { class: "coordinate", x: along, y: board.height - EDGE / 2 }, index),
      svg("text", { class: "coordinate", x: EDGE / 2, y: along }, index),
    ];
  }).flat();
}
