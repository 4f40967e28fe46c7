/** What is said of the move on the board: signs, a comment, arrows and circles. */

import { button, h } from "./dom.js";

/** @import { Turn } from "./types.d.ts" */

/** @type {[number, string, string][]} number, sign, in words */
const SYMBOLS = [
  [1, "!", "Good move"],
  [2, "?", "Mistake"],
  [3, "!!", "Excellent move"],
  [4, "??", "Blunder"],
  [5, "!?", "Interesting move"],
  [6, "?!", "Doubtful move"],
  [10, "=", "Level position"],
];
const SIGNS = 6; // of which a move has one at most

export class Notes {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Turn | null} */
    this.turn = null;
    this.buttons = SYMBOLS.map(([number, sign, words]) =>
      button(sign, () => this.toggle(number), { "aria-label": words, title: words }),
    );
    this.signs = h("div", { class: "signs", role: "group", "aria-label": "Symbols" }, this.buttons);
    this.comment = h("textarea", {
      rows: 2,
      "aria-label": "Comment",
      placeholder: "What is worth saying here",
      maxlength: 4000,
      oninput: () => this.say(),
    });
    this.element = h(
      "details",
      { class: "notes" },
      h("summary", {}, "Comment and symbols"),
      this.signs,
      this.comment,
    );
  }

  /** @param {Turn} turn */
  show(turn) {
    this.turn = turn;
    this.signs.hidden = !turn.parent;
    if (this.comment.value !== turn.comment) this.comment.value = turn.comment;
    this.buttons.forEach((each, index) => {
      each.setAttribute("aria-pressed", String(turn.symbols.includes(SYMBOLS[index][0])));
    });
  }

  say() {
    if (!this.turn) return;
    this.turn.comment = this.comment.value;
    this.changed();
  }

  /** Draw something, or take it away again. @param {string} shape */
  draw(shape) {
    const { turn } = this;
    if (!turn) return;
    const others = turn.drawn.filter((other) => other !== shape);
    turn.drawn = others.length < turn.drawn.length ? others : [...others, shape];
    this.changed();
  }

  /** @param {number} symbol */
  toggle(symbol) {
    const { turn } = this;
    if (!turn) return;
    const others = turn.symbols.filter(
      (other) => other !== symbol && !(other <= SIGNS && symbol <= SIGNS),
    );
    turn.symbols = turn.symbols.includes(symbol)
      ? others
      : [symbol, ...others].sort((a, b) => a - b);
    this.show(turn);
    this.changed();
  }
}
