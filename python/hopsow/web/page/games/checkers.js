/** Checkers on the page: the 32 dark squares of 64. Geometry and drawing only. */

import { say, svg } from "../js/dom.js";
import { withMen } from "./men.js";

const CELL = 80;
const EDGE = 14;
const R = 0.4 * CELL;
const CROWN = "M-17 12L-20-9L-9 0L0-15L9 0L20-9L17 12Z";

/** @import { MenLayout } from "../js/board/types.d.ts" */

/** @type {MenLayout} */
const board = {
  name: "checkers",
  width: 8 * CELL + 2 * EDGE,
  height: 8 * CELL + 2 * EDGE,
  cell: CELL,
  pieceRadius: R,
  gradients: ["checkers-r", "checkers-w"],
  rows: Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 4 }, (_, place) => String(4 * row + place + 1)),
  ),

  index: (square) => Number(square) - 1,

  centre(square, flipped) {
    const cell = Number(square) - 1;
    const row = Math.floor(cell / 4);
    const column = 2 * (cell % 4) + 1 - (row % 2);
    const x = flipped ? 7 - column : column;
    const y = flipped ? 7 - row : row;
    return [EDGE + CELL * (x + 0.5), EDGE + CELL * (y + 0.5)];
  },

  background({ flipped, showNumbers }) {
    const frame = svg("rect", { class: "frame", width: board.width, height: board.height, rx: 8 });
    const light = svg("rect", {
      class: "square even",
      x: EDGE,
      y: EDGE,
      width: 8 * CELL,
      height: 8 * CELL,
    });
    const dark = board.rows.flat().flatMap((square) => {
      const [x, y] = board.centre(square, flipped);
      const corner = { x: x - CELL / 2, y: y - CELL / 2 };
      return [
        svg("rect", { class: "square odd", ...corner, width: CELL, height: CELL }),
        showNumbers
          ? svg("text", { class: "number", x: corner.x + 4, y: corner.y + 9 }, square)
          : null,
      ];
    });
    return [frame, light, ...dark.filter((shape) => shape !== null)];
  },

  piece(letter) {
    const rings = [0.82, 0.62].map((part) => svg("circle", { class: "ring", r: R * part }));
    const crown = svg("path", { class: "crown", d: CROWN });
    return [
      svg("circle", { class: "shadow", cx: 1, cy: 4, r: R }),
      svg("circle", { class: "body", r: R }),
      ...rings,
      ...(letter === letter.toUpperCase() ? [crown] : []),
    ];
  },

  label: (square) => square,

  // Only where a capture narrows the choice do the men that can move stand out.
  showsMovers: (view) => !!view.notice,

  brief: (move) => move,

  won(view, first) {
    const lost = (/** @type {RegExp} */ men) =>
      (first.cells?.match(men)?.length ?? 0) - (view.cells?.match(men)?.length ?? 0);
    return [captured(lost(/w/gi)), captured(lost(/r/gi))];
  },

  about: "Jump over the opponent's men, since you must, and turn your own into kings.",

  help: [
    ["Yellow frames", "Pieces that must capture."],
    ["Small rings", "Squares on the way of a capture with several ways. Choose them one by one."],
  ],
};

/** @param {number} men */
function captured(men) {
  return men > 0 ? say("{count} captured", { count: men }) : "";
}

export const checkers = withMen(board, {
  r: "red man",
  R: "red king",
  w: "white man",
  W: "white king",
});
