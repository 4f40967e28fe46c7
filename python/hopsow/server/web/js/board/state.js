/**
 * What a board shows, in one record. Views write it, `render` draws it, `input` reports on it.
 */

/** @import { View, LegalMove } from "../types.d.ts" */

/**
 * @typedef {object} Arrow
 * @property {string[]} squares
 * @property {number} rank 0 is the best
 * @property {string} [text]
 */

/**
 * @typedef {object} BoardState
 * @property {View | null} view
 * @property {string[] | number[]} shown men or stones as they lie now, also in mid-animation
 * @property {boolean} flipped
 * @property {boolean} isOpen whether the person here may move
 * @property {boolean} showTargets
 * @property {boolean} showNumbers
 * @property {string[]} path the squares chosen so far, the first being the piece
 * @property {string | null} hovered
 * @property {string[]} last the squares of the last move
 * @property {Arrow[]} arrows
 * @property {Map<string, {text: string, tone: string}>} marks
 */

/** @returns {BoardState} */
export function emptyState() {
  return {
    view: null,
    shown: [],
    flipped: false,
    isOpen: false,
    showTargets: true,
    showNumbers: false,
    path: [],
    hovered: null,
    last: [],
    arrows: [],
    marks: new Map(),
  };
}

/**
 * Legal moves that begin with the squares chosen so far.
 * @param {BoardState} state
 * @returns {LegalMove[]}
 */
export function candidates(state) {
  if (!state.isOpen || !state.view || !state.path.length) return [];
  return state.view.legal_moves.filter((move) =>
    state.path.every((square, index) => move.squares[index] === square),
  );
}

/**
 * The squares that may be chosen next: where a move ends, and where a chain goes on.
 * @param {BoardState} state
 * @returns {{ends: Set<string>, hops: Set<string>}}
 */
export function targets(state) {
  const possible = candidates(state);
  const ends = new Set(possible.map((move) => move.squares[move.squares.length - 1]));
  const hops = new Set(possible.map((move) => move.squares[state.path.length]));
  for (const square of ends) hops.delete(square);
  return { ends, hops };
}

/**
 * The pieces that can move.
 * @param {BoardState} state
 * @returns {Set<string>}
 */
export function movers(state) {
  if (!state.isOpen || !state.view) return new Set();
  return new Set(state.view.legal_moves.map((move) => move.squares[0]));
}

/**
 * The way to a hovered destination, if it is one.
 * @param {BoardState} state
 * @returns {LegalMove | null}
 */
export function previewed(state) {
  const { hovered } = state;
  if (hovered === null) return null;
  const ending = candidates(state).filter(
    (move) => move.squares[move.squares.length - 1] === hovered,
  );
  return ending[0] ?? null;
}
