/**
 * What a board shows, in one record. Views write it, `render` draws it, `input` reports on it.
 */

/** @import { BoardState, LegalMove } from "./types.d.ts" */

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
    ahead: [],
    suggested: [],
    drawn: [],
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
 * The way to a hovered destination, if there is just one.
 * @param {BoardState} state
 * @returns {LegalMove | null}
 */
export function previewed(state) {
  const { hovered } = state;
  if (hovered === null) return null;
  const ending = candidates(state).filter(
    (move) => move.squares[move.squares.length - 1] === hovered,
  );
  return ending.length === 1 ? ending[0] : null;
}
