/**
 * What lies under a finger, larger and above it, where squares are smaller than a fingertip: a touch
 * aims, and chooses or drops a piece when it is lifted.
 */

import { svg } from "../dom.js";

/** @import { Board } from "./board.js" */

const FINGERTIP_PX = 32;
const CELLS = 5; // across the loupe

/** Whether squares are too small for a finger. @param {Board} board */
export function isNeeded(board) {
  const cell = board.cells.get(board.focused);
  return !!cell && cell.getBoundingClientRect().width < FINGERTIP_PX;
}

export class Loupe {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    const { cell } = board.layout;
    this.half = (CELLS * cell) / 2;
    this.aim = svg("rect", { class: "aim", width: cell, height: cell });
    // A `use` of the picture would lose the colours that it has from what it lies in.
    this.copy = svg("g", {});
    this.element = svg("svg", { class: "loupe", "aria-hidden": "true" }, this.copy, this.aim);
    board.element.append(this.element);
  }

  /** @param {number} clientX @param {number} clientY */
  show(clientX, clientY) {
    const { layers, layout, state } = this.board;
    this.copy.replaceChildren(...Object.values(layers).map((layer) => layer.cloneNode(true)));
    const [x, y] = this.board.point(clientX, clientY);
    const { half } = this;
    this.element.setAttribute("viewBox", `${x - half} ${y - half} ${2 * half} ${2 * half}`);
    const square = this.board.squareAt(clientX, clientY);
    const [cx, cy] = square ? layout.centre(square, state.flipped) : [-1e4, -1e4];
    this.aim.setAttribute("x", String(cx - layout.cell / 2));
    this.aim.setAttribute("y", String(cy - layout.cell / 2));
    const { style } = this.element;
    style.left = `${(100 * x) / layout.width}%`;
    style.top = `${(100 * y) / layout.height}%`;
  }

  remove() {
    this.element.remove();
  }
}
