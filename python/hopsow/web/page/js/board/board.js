/**
 * A board: the picture, and over it a grid of labelled cells that a keyboard and a screen reader
 * use. It knows no rules; it shows a position that the server described and reports what is chosen.
 */

import { layouts } from "../../games/index.js";
import { capital, h, say } from "../dom.js";
import { settings } from "../store.js";
import { Animation } from "./animate.js";
import { listen } from "./input.js";
import { canvas, renderGround, renderHints, renderPieces, spoken } from "./render.js";
import { emptyState, previewed } from "./state.js";

/** @import { GameName, Story, View } from "../types.d.ts" */
/** @import { BoardEvents, BoardState } from "./types.d.ts" */

export class Board {
  /** @param {GameName} game @param {BoardEvents} events */
  constructor(game, events) {
    this.layout = layouts[game];
    this.events = events;
    this.state = emptyState();
    this.state.showTargets = settings.targets;
    this.state.showNumbers = settings.numbers;
    const { element, layers } = canvas(this.layout);
    this.layers = layers;
    const label = say("{game} board", { game: capital(game) });
    this.grid = h("div", { class: "grid", role: "grid", "aria-label": label });
    this.element = h("div", { class: `board ${game}` }, element, this.grid);
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    this.focused = this.layout.rows[0][0];
    /** @type {Animation | null} */
    this.animation = null;
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
    this.generation = 0;
    /** How many moves are under way or wait for those before them. */
    this.waiting = 0;
    /** @type {string | null} the way of a piece that was carried and left where it goes */
    this.left = null;
    /** @type {View | null} what will be shown once every move that waits has been */
    this.coming = null;
    renderGround(this.layout, layers, this.state);
    this.buildGrid();
    listen(this);
  }

  /** The squares row by row as they are seen. */
  seenRows() {
    const { rows } = this.layout;
    return this.state.flipped ? rows.map((row) => [...row].reverse()).reverse() : rows;
  }

  buildGrid() {
    this.cells.clear();
    const rows = this.seenRows().map((row) =>
      h(
        "div",
        { role: "row" },
        row.map((square) => this.cell(square)),
      ),
    );
    this.grid.replaceChildren(...rows);
  }

  /** @param {string} square */
  cell(square) {
    const { layout, state } = this;
    const [x, y] = layout.centre(square, state.flipped);
    const half = layout.cell / 2;
    const tall = layout.tall ?? layout.cell;
    const cell = h("div", {
      role: "gridcell",
      class: "cell",
      "data-square": square,
      tabindex: square === this.focused ? 0 : -1,
    });
    cell.style.left = percent(x - half, layout.width);
    cell.style.top = percent(y - tall / 2, layout.height);
    cell.style.width = percent(layout.cell, layout.width);
    cell.style.height = percent(tall, layout.height);
    this.cells.set(square, cell);
    return cell;
  }

  /**
   * Change what is shown beside the position itself.
   * @param {Partial<BoardState>} changes
   */
  update(changes) {
    const turned = changes.flipped !== undefined && changes.flipped !== this.state.flipped;
    Object.assign(this.state, changes);
    if (turned) this.buildGrid();
    if (turned || changes.showNumbers !== undefined)
      renderGround(this.layout, this.layers, this.state);
    if (turned || changes.shown) renderPieces(this.layout, this.layers, this.state);
    renderHints(this.layout, this.layers, this.state);
    this.relabel();
    if (changes.path) {
      this.putDown();
      this.events.onPath?.();
    }
  }

  /**
   * Show a position; with a story, as the move that led to it, after the moves that still wait.
   * @param {View} view
   * @param {{story?: Story | null, isOpen?: boolean, onBegin?: () => void}} [how]
   * @returns {Promise<void>} when it is shown
   */
  show(view, { story = null, isOpen = false, onBegin = () => {} } = {}) {
    this.state.isOpen = false;
    this.state.path = [];
    const isComing = this.coming === view && this.animation;
    this.coming = view;
    // Whoever walks faster than the pieces do sees the last of the positions.
    if ((!story && !isComing) || this.waiting > 1) {
      this.waiting = 0;
      this.generation++;
      this.animation?.stop();
      onBegin();
      this.settle(view, isOpen);
      return Promise.resolve();
    }
    const { generation } = this;
    this.waiting++;
    this.queue = this.queue.then(async () => {
      if (generation !== this.generation) return;
      onBegin();
      if (story) await this.enact(story);
      if (generation !== this.generation) return;
      this.waiting--;
      this.settle(view, isOpen);
    });
    return this.queue;
  }

  /** Animate a move. @param {Story} story */
  async enact(story) {
    const isThere = this.left === story.path.join();
    this.left = null;
    this.update({
      last: [],
      arrows: [],
      marks: new Map(),
      path: [],
      suggested: [],
      drawn: [],
      hovered: null,
    });
    this.animation = new Animation(this.layout, this.layers, this.state);
    await this.animation.run(story, isThere);
    this.animation = null;
  }

  /** @param {View} view @param {boolean} isOpen */
  settle(view, isOpen) {
    this.putDown();
    Object.assign(this.state, {
      view,
      shown: this.layout.shown(view),
      isOpen,
      last: lastOf(view.story),
      suggested: [],
      drawn: [],
      arrows: [],
      marks: new Map(),
      path: [],
    });
    renderPieces(this.layout, this.layers, this.state);
    renderHints(this.layout, this.layers, this.state);
    this.relabel();
  }

  relabel() {
    const chosen = this.state.path[0];
    for (const [square, cell] of this.cells) {
      const label = spoken(this.layout, this.state, square);
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      if (chosen === square) cell.setAttribute("aria-selected", "true");
      else cell.removeAttribute("aria-selected");
    }
  }

  /** @param {string} square */
  focus(square) {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = square;
    const cell = this.cells.get(square);
    cell?.setAttribute("tabindex", "0");
    cell?.focus();
  }

  /** @param {string | null} square */
  hover(square) {
    if (square === this.state.hovered) return;
    const before = previewed(this.state);
    this.state.hovered = square;
    if (this.layout.preview || before || previewed(this.state)) {
      renderHints(this.layout, this.layers, this.state);
    }
  }

  /**
   * Leave a carried piece on the last of some squares, until the move is shown.
   * @param {string[]} squares
   */
  leave(squares) {
    const [x, y] = this.layout.centre(squares[squares.length - 1], this.state.flipped);
    this.layers.motion.firstElementChild?.setAttribute("transform", `translate(${x} ${y})`);
    this.layers.pieces.querySelector(`[data-at="${squares[0]}"]`)?.setAttribute("opacity", "0");
    this.left = squares.join();
  }

  /** Put a carried piece back on its square. */
  putDown() {
    this.left = null;
    this.layers.motion.replaceChildren();
    for (const piece of this.layers.pieces.children) piece.removeAttribute("opacity");
  }

  /**
   * A point of the window in the picture's units.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number]}
   */
  point(clientX, clientY) {
    const box = this.grid.getBoundingClientRect();
    const scale = this.layout.width / box.width;
    return [(clientX - box.left) * scale, (clientY - box.top) * scale];
  }

  /** @param {number} clientX @param {number} clientY */
  squareAt(clientX, clientY) {
    const [x, y] = this.point(clientX, clientY);
    const half = this.layout.cell / 2;
    const halfTall = (this.layout.tall ?? this.layout.cell) / 2;
    for (const square of this.cells.keys()) {
      const [cx, cy] = this.layout.centre(square, this.state.flipped);
      if (Math.abs(x - cx) <= half && Math.abs(y - cy) <= halfTall) return square;
    }
    return null;
  }
}

/** The squares of a move that stay marked: its way, or where it began and its last stone fell. @param {Story | null | undefined} story */
function lastOf(story) {
  if (!story) return [];
  const fell = story.sown?.at(-1);
  return fell ? [story.path[0], fell] : story.path;
}

/** @param {number} part @param {number} whole */
function percent(part, whole) {
  return `${(100 * part) / whole}%`;
}
