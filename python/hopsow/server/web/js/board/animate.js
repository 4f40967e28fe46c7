/**
 * Moves as they happen: a man hops along its chain, stones fall pit by pit.
 *
 * The story comes from the server; here it is only given time. `state.shown` always holds what lies
 * on the board at that moment, so an animation can be cut short at any point.
 */

import { settings } from "../store.js";
import { play as sound } from "../sound.js";
import { stone } from "./awari.js";
import { man, renderPieces } from "./render.js";

/** @import { BoardState, Layers, Layout } from "./types.d.ts" */
/** @import { Story } from "../types.d.ts" */

const HOP_MS = { off: 0, fast: 90, normal: 190, slow: 420 };
const SOW_MS = { off: 0, fast: 60, normal: 130, slow: 320 };

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

  /** @param {Story} story */
  async run(story) {
    if (settings.speed === "off") {
      sound(story.taken.length ? "capture" : "move");
      return;
    }
    if (this.layout.name === "awari") await this.sow(story);
    else await this.hop(story);
    this.layers.motion.replaceChildren();
  }

  /** @param {Story} story */
  async hop(story) {
    const { layout, state } = this;
    const shown = /** @type {string[]} */ (state.shown);
    const letter = shown[layout.index(story.path[0])];
    shown[layout.index(story.path[0])] = ".";
    this.redraw();
    const [x, y] = layout.centre(story.path[0], state.flipped);
    const piece = man(layout, letter, x, y);
    this.layers.motion.append(piece);
    // A long chain hurries a little, so that nobody has to wait for it.
    const ms = HOP_MS[settings.speed] / Math.max(1, Math.sqrt(story.path.length / 4));
    for (let leg = 1; leg < story.path.length && !this.isOver; leg++) {
      const from = layout.centre(story.path[leg - 1], state.flipped);
      const to = layout.centre(story.path[leg], state.flipped);
      await this.glide(piece, from, to, ms, 0.16);
      if (this.isOver) return;
      const taken = story.taken[leg - 1];
      if (taken) {
        shown[layout.index(taken)] = ".";
        this.redraw();
      }
      sound(taken ? "capture" : "move");
    }
    shown[layout.index(story.path[story.path.length - 1])] = letter;
    if (story.crowned) sound("crown");
  }

  /** @param {Story} story */
  async sow(story) {
    const { layout, state } = this;
    const shown = /** @type {number[]} */ (state.shown);
    const origin = story.path[0];
    shown[layout.index(origin)] = 0;
    this.redraw();
    const ms = SOW_MS[settings.speed] / Math.max(1, Math.sqrt(story.sown.length / 6));
    let from = layout.centre(origin, state.flipped);
    for (const pit of story.sown) {
      const to = layout.centre(pit, state.flipped);
      await this.carry(from, to, ms);
      if (this.isOver) return;
      shown[layout.index(pit)] += 1;
      this.redraw();
      sound("sow");
      from = to;
    }
    for (const pit of story.taken) await this.capture(pit, story.store ?? "", ms);
  }

  /** @param {string} pit @param {string} store @param {number} ms */
  async capture(pit, store, ms) {
    if (this.isOver) return;
    const { layout, state } = this;
    const shown = /** @type {number[]} */ (state.shown);
    const count = shown[layout.index(pit)];
    shown[layout.index(pit)] = 0;
    this.redraw();
    await this.carry(layout.centre(pit, state.flipped), layout.centre(store, state.flipped), 2.5 * ms, count);
    if (this.isOver) return;
    shown[layout.index(store)] += count;
    this.redraw();
    sound("capture");
  }

  /**
   * Stones in the hand, from one place to another.
   * @param {[number, number]} from
   * @param {[number, number]} to
   * @param {number} ms
   * @param {number} [count]
   */
  async carry(from, to, ms, count = 1) {
    const hand = document.createElementNS("http://www.w3.org/2000/svg", "g");
    for (let index = 0; index < count; index++) {
      hand.append(stone(index * 9 - (count - 1) * 4.5, (index % 2) * 8, 11.5, index, "hand"));
    }
    this.layers.motion.append(hand);
    await this.glide(hand, from, to, ms, 0.3);
    hand.remove();
  }

  /**
   * @param {SVGElement} element
   * @param {[number, number]} from
   * @param {[number, number]} to
   * @param {number} ms
   * @param {number} lift how much bigger it looks in the middle of its way
   */
  glide(element, [x1, y1], [x2, y2], ms, lift) {
    return new Promise((resolve) => {
      const begin = performance.now();
      const step = (/** @type {number} */ now) => {
        const part = ms > 0 ? Math.min(1, Math.max(0, (now - begin) / ms)) : 1;
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
    renderPieces(this.layout, this.layers, this.state);
  }
}
