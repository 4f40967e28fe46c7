/** Shapes that boards share: marked squares, men, badges. */

import { say, svg } from "../dom.js";

/** @import { Mark, MenLayout } from "./types.d.ts" */

/**
 * A square's ground, marked.
 * @param {[number, number]} centre
 * @param {number} cell
 * @param {string} kind
 */
export function tile([x, y], cell, kind) {
  return svg("rect", {
    class: `tile ${kind}`,
    x: x - cell / 2,
    y: y - cell / 2,
    width: cell,
    height: cell,
  });
}

/**
 * A man or king.
 * @param {MenLayout} board
 * @param {string} letter
 * @param {[number, number]} centre
 * @param {string} [square] that it stands on
 */
export function man(board, letter, [x, y], square) {
  const attributes = {
    class: `piece ${board.name}-${letter.toLowerCase()}`,
    transform: `translate(${x} ${y})`,
    "data-at": square,
  };
  return svg("g", attributes, board.piece(letter));
}

/**
 * A short text on a rounded plate.
 * @param {[number, number]} centre
 * @param {Mark} mark
 * @param {number} cell
 */
export function badge([x, y], mark, cell) {
  const text = say(mark.text);
  const size = Math.max(15, Math.min(18, cell * 0.3));
  const width = Math.max(size * 1.5, text.length * size * 0.62 + 12);
  return svg("g", { class: `badge ${mark.tone}`, transform: `translate(${x} ${y})` }, [
    svg("rect", { x: -width / 2, y: -size * 0.7, width, height: size * 1.4, rx: size * 0.7 }),
    svg("text", { "font-size": size }, text),
  ]);
}

/**
 * A drawing of its own, as large as its contents, which lie around the origin.
 * @param {number} width
 * @param {number} height
 * @param {...SVGElement} children
 */
export function picture(width, height, ...children) {
  const viewBox = `${-width / 2} ${-height / 2} ${width} ${height}`;
  return svg("svg", { viewBox, "aria-hidden": "true" }, children);
}
