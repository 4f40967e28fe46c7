/**
 * Moves as they happen: a man hops along its chain, stones fall pit by pit.
 *
 * The story comes from the server; here it is only given time. `state.shown` always holds what lies
 * on the board at that moment, so an animation can be cut short at any point.
 */

import { play as sound } from "../sound.js";
import { settings } from "../store.js";
import { man } from "./shapes.js";

/** @import { BoardState, Layers, Layout, MenLayout } from "./types.d.ts" */
/** @import { Settings, Story } from "../types.d.ts" */

const HOP_MS = { off: 0, fast: 90, normal: 190, slow: 420 };

export class Animation {
  /** @param {Layout} layout @param {Layers} layers @param {BoardState} state */
  constructor(layout, layers, state) {
    this.layout = layout;
    this.layers = layers;
    this.state = state;
    this.isOver = false;
  }

  /** Leave the rest out. */
  stop() {
    this.isOver = true;
    this.layers.motion.replaceChildren();
  }

  /** @param {Story} story @param {boolean} isThere whether the piece was carried by hand already */
  async run(story, isThere) {
    if (settings.speed === "off" || isThere) {
      sound(story.taken.length ? "capture" : "move");
      return;
    }
    await this.layout.enact(this, story);
    this.layers.motion.replaceChildren();
  }

  /** How long something takes at the speed that is set. @param {Record<Settings["speed"], number>} by */
  ms(by) {
    return by[settings.speed];
  }

  /**
   * Carry something from one place to another, over everything else.
   * @param {SVGElement} element
   * @param {[number, number]} from
   * @param {[number, number]} to
   * @param {number} ms
   * @param {number} lift how much bigger it looks in the middle of its way
   */
  glide(element, [x1, y1], [x2, y2], ms, lift) {
    this.layers.motion.replaceChildren(element);
    return new Promise((resolve) => {
      const begin = performance.now();
      const step = (/** @type {number} */ now) => {
        const part = ms > 0 && !document.hidden ? Math.min(1, Math.max(0, (now - begin) / ms)) : 1;
        const eased = part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part);
        const scale = 1 + lift * Math.sin(Math.PI * eased);
        const x = x1 + (x2 - x1) * eased;
        const y = y1 + (y2 - y1) * eased;
        element.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
        if (part < 1 && !this.isOver) requestAnimationFrame(step);
        else resolve(undefined);
      };
      step(begin);
    });
  }

  redraw() {
    this.layers.pieces.replaceChildren(...this.layout.pieces(this.state));
  }
}

/**
 * A man hops along its way, and what it jumps over goes.
 * @param {Animation} animation
 * @param {Story} story
 * @param {MenLayout} board
 */
export async function hop(animation, story, board) {
  const { state } = animation;
  const shown = /** @type {string[]} */ (state.shown);
  const letter = shown[board.index(story.path[0])];
  shown[board.index(story.path[0])] = ".";
  animation.redraw();
  const places = story.path.map((square) => board.centre(square, state.flipped));
  const piece = man(board, letter, places[0]);
  // A long chain hurries a little, so that nobody has to wait for it.
  const ms = animation.ms(HOP_MS) / Math.max(1, Math.sqrt(story.path.length / 4));
  for (let leg = 1; leg < places.length; leg++) {
    await animation.glide(piece, places[leg - 1], places[leg], ms, 0.16);
    if (animation.isOver) return;
    const taken = story.taken[leg - 1];
    if (taken) {
      shown[board.index(taken)] = ".";
      animation.redraw();
    }
    sound(taken ? "capture" : "move");
  }
  shown[board.index(story.path[story.path.length - 1])] = letter;
  if (story.crowned) sound("crown");
}
