/** What games with men on squares have in common: one letter a square, and men that hop. */

import { hop } from "../js/board/animate.js";
import { man, picture, tile } from "../js/board/shapes.js";
import { svg } from "../js/dom.js";

/** @import { BoardState, Layout, MenLayout } from "../js/board/types.d.ts" */

const EMPTY = ".";

/**
 * The layout of such a game.
 * @param {MenLayout} board what is the game's own
 * @param {Record<string, string>} names of the pieces, by letter
 * @returns {Layout}
 */
export function withMen(board, names) {
  const at = (/** @type {BoardState} */ state, /** @type {string} */ square) =>
    String(state.shown[board.index(square)] ?? EMPTY);
  const drawn = (/** @type {BoardState} */ state, /** @type {string} */ square) =>
    man(board, at(state, square), board.centre(square, state.flipped), square);
  return {
    firstSits: "above",
    counts: [],
    empty: EMPTY,
    tools: Object.entries({ ...names, [EMPTY]: "empty square" }).map(([name, label]) => ({
      name,
      label,
      picture: () => (name === EMPTY ? cross() : portrait(board, name)),
    })),
    shown: (view) => [...(view.cells ?? "")],
    setUp: (shown) => ({ cells: shown.join("") }),
    painted: (before, tool) => (before === tool ? EMPTY : tool),
    spot: (centre, kind) => tile(centre, board.cell, kind),
    isEmpty: (state, square) => at(state, square) === EMPTY,
    contents: (state, square) => names[at(state, square)] ?? "empty",
    pieces: (state) =>
      board.rows
        .flat()
        .filter((square) => at(state, square) !== EMPTY)
        .map((square) => drawn(state, square)),
    lifted: drawn,
    enact: (animation, story) => hop(animation, story, board),
    ...board,
  };
}

function cross() {
  const strokes = { stroke: "currentColor", "stroke-width": 3 };
  return picture(40, 40, svg("path", { d: "M-8-8L8 8M8-8L-8 8", ...strokes }));
}

/** @param {MenLayout} board @param {string} letter */
function portrait(board, letter) {
  const size = board.pieceRadius * 2.3;
  return picture(size, size, man(board, letter, [0, 0]));
}
