/**
 * Pointer and keyboard on the grid over the picture.
 *
 * A tap chooses, a drag carries, the keyboard walks; all three end in `choose`. Whether a choice is
 * a move is looked up in the moves that the server listed; anything else is passed on as an attempt,
 * so that the server can say which rule it breaks.
 */

import { isNeeded, Loupe } from "./loupe.js";
import { candidates, movers } from "./state.js";

/** @import { Board } from "./board.js" */
/** @import { Held } from "./types.d.ts" */

const DRAG_PX = 5;
/** @type {Record<string, [number, number]>} rows down, columns to the right */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {Board} board */
export function listen(board) {
  listenToPointer(board);
  board.grid.addEventListener("keydown", (event) => walk(board, event));
  board.grid.addEventListener("focusin", (event) => {
    const square = squareOf(event.target);
    if (square) board.focused = square;
  });
}

/**
 * Take a chosen square: a piece to move, a hop of its chain, or its destination.
 * @param {Board} board
 * @param {string} square
 */
export function choose(board, square) {
  const { state, events } = board;
  if (events.onSquare) {
    events.onSquare(square);
    return;
  }
  if (!state.view) return;
  if (!state.isOpen) {
    events.onAhead?.(square);
    return;
  }
  if (!state.path.length) {
    begin(board, square);
    return;
  }
  const possible = candidates(state);
  const ending = possible.filter((move) => move.squares[move.squares.length - 1] === square);
  const going = possible.filter((move) => move.squares[state.path.length] === square);
  if (ending.length === 1) events.onMove(ending[0].text);
  else if (going.length === 1) events.onMove(going[0].text);
  else if (going.length) board.update({ path: [...state.path, square] });
  else if (ending.length) events.onSeveralWays(square);
  else if (square === state.path[0]) board.update({ path: [] });
  else if (movers(state).has(square)) board.update({ path: [square] });
  else attempt(board, square);
}

/**
 * Let go of a carried piece. A move leaves it where it is; among several ways to the same square it
 * is the one along which the piece was carried.
 * @param {Board} board
 * @param {Held} held
 * @param {string | null} square
 */
function drop(board, held, square) {
  const ending = candidates(board.state).filter((move) => move.squares.at(-1) === square);
  const move =
    ending.length === 1 ? ending[0] : ending.find((one) => isWithin(one.squares, held.trail));
  if (move) {
    board.leave(move.squares);
    board.events.onMove(move.text);
    return;
  }
  board.putDown();
  if (square && square !== held.square) choose(board, square);
}

/**
 * Whether all of some squares come in this order along a trail.
 * @param {string[]} squares
 * @param {string[]} trail
 */
function isWithin(squares, trail) {
  let reached = 0;
  for (const square of trail) if (square === squares[reached]) reached++;
  return reached === squares.length;
}

/**
 * The first square of a move; where it is the only one, the move is played.
 * @param {Board} board
 * @param {string} square
 */
function begin(board, square) {
  const { state, layout, events } = board;
  const moves = state.view?.legal_moves.filter((move) => move.squares[0] === square) ?? [];
  if (moves.some((move) => move.squares.length > 1)) board.update({ path: [square] });
  else if (moves.length) events.onMove(moves[0].text);
  else if (!layout.isEmpty(state, square)) events.onWhy(square);
}

/** @param {Board} board @param {string} square */
function attempt(board, square) {
  const from = board.state.path[0];
  board.update({ path: [] });
  board.events.onAttempt(`${from}-${square}`);
}

/** @param {Board} board */
function listenToPointer(board) {
  const { grid } = board;
  /** @type {Held | null} */
  let held = null;
  /** @type {Loupe | null} */
  let loupe = null;
  const endAim = () => {
    loupe?.remove();
    loupe = null;
  };
  /** @type {string | null} where something drawn by hand begins */
  let from = null;
  grid.addEventListener("contextmenu", (event) => board.events.onDraw && event.preventDefault());
  grid.addEventListener("pointerdown", (event) => {
    const square = squareOf(event.target);
    if (event.button === 2) from = square;
    if (!square || event.button !== 0) return;
    const isFirst = canBeLifted(board, square) && !board.state.path.length;
    if (event.pointerType === "touch" && isNeeded(board)) {
      endAim();
      loupe = new Loupe(board);
      loupe.show(event.clientX, event.clientY);
      grid.setPointerCapture(event.pointerId);
    }
    const place = { x: event.clientX, y: event.clientY };
    held = { square, ...place, piece: null, isTap: !isFirst, trail: [square] };
    if (isFirst) board.update({ path: [square] });
  });
  grid.addEventListener("pointermove", (event) => {
    loupe?.show(event.clientX, event.clientY);
    const over = board.squareAt(event.clientX, event.clientY);
    board.hover(over);
    if (held && over && over !== held.trail.at(-1)) held.trail.push(over);
    if (!held || !canBeLifted(board, held.square)) return;
    if (!held.piece) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_PX) return;
      grid.setPointerCapture(event.pointerId);
      if (board.state.path[0] !== held.square) board.update({ path: [held.square] });
      held.piece = lift(board, held.square);
    }
    if (!held.piece) return;
    const [x, y] = board.point(event.clientX, event.clientY);
    held.piece.setAttribute("transform", `translate(${x} ${y}) scale(1.12)`);
  });
  grid.addEventListener("pointerup", (event) => {
    const was = held;
    held = null;
    endAim();
    const square = board.squareAt(event.clientX, event.clientY);
    if (event.button === 2 && from && square) {
      board.events.onDraw?.(from === square ? square : `${from}>${square}`);
    }
    from = null;
    if (!was) return;
    if (was.piece) drop(board, was, square);
    else if (square && was.isTap) choose(board, square);
  });
  grid.addEventListener("pointercancel", () => {
    endAim();
    if (held?.piece) board.putDown();
    held = null;
  });
  grid.addEventListener("pointerleave", () => board.hover(null));
}

/** @param {Board} board @param {string} square */
function canBeLifted(board, square) {
  return !!board.layout.lifted && !board.events.onSquare && movers(board.state).has(square);
}

/**
 * Take a piece off its square and under the pointer.
 * @param {Board} board
 * @param {string} square
 */
function lift(board, square) {
  const piece = board.layout.lifted?.(board.state, square);
  if (!piece) return null;
  board.layers.pieces.querySelector(`[data-at="${square}"]`)?.setAttribute("opacity", "0.35");
  board.layers.motion.replaceChildren(piece);
  return piece;
}

/** @param {Board} board @param {KeyboardEvent} event */
function walk(board, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const square = squareOf(event.target);
  if (!square) return;
  if (event.key === "Enter" || event.key === " ") choose(board, square);
  else if (event.key === "Escape") board.update({ path: [] });
  else if (event.key in STEPS || event.key === "Home" || event.key === "End") {
    board.focus(neighbour(board, square, event.key));
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * The square beside another as the board is seen.
 * @param {Board} board
 * @param {string} square
 * @param {string} key
 */
function neighbour(board, square, key) {
  const rows = board.seenRows();
  const row = rows.findIndex((squares) => squares.includes(square));
  const column = rows[row].indexOf(square);
  if (key === "Home") return rows[row][0];
  if (key === "End") return rows[row][rows[row].length - 1];
  const [down, right] = STEPS[key];
  const to = rows[Math.min(rows.length - 1, Math.max(0, row + down))];
  return to[Math.min(to.length - 1, Math.max(0, column + right))];
}

/** @param {EventTarget | null} target */
function squareOf(target) {
  if (!(target instanceof Element)) return null;
  return target.closest("[data-square]")?.getAttribute("data-square") ?? null;
}
