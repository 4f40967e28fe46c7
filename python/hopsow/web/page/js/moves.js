/** The list of moves, variations included, and the buttons that walk through it. */

import { button, h, say, written } from "./dom.js";
import { numberOf, turns } from "./tree.js";

/** What the commonest symbols of records look like; others are shown by their number. */
const SIGNS = /** @type {Record<number, string>} */ ({
  ...["", "!", "?", "!!", "??", "!?", "?!"],
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
});

import { icon } from "./icons.js";

/** @import { Game } from "./game.js" */
/** @import { Turn, View } from "./types.d.ts" */

/**
 * A move as it is read out.
 * @param {string} move
 */
export function aloud(move) {
  return move.replaceAll(",", " ").replaceAll("-", say(" to ")).replaceAll("x", say(" takes to "));
}

/**
 * A move as it was typed, in the words of the rules: with any dash, a blank or "to" between its
 * squares, these in parentheses or not, and in capitals or not where only one legal move is meant.
 * @param {string} text
 * @param {View} view
 */
export function typed(text, view) {
  const plain = text
    .replaceAll(/[()]/g, "")
    .trim()
    .replaceAll(/\s*[\u2010-\u2015\u2212-]\s*|\s+to\s+|\s+/gi, "-");
  const meant = view.legal_moves.filter((move) => move.text.toLowerCase() === plain.toLowerCase());
  return meant.length === 1 ? meant[0].text : plain;
}

export class MoveList {
  /**
   * @param {(turn: Turn) => void} go
   * @param {(turn: Turn) => {name: string, title: string} | null} [note] marks some moves
   */
  constructor(go, note = () => null) {
    this.go = go;
    this.note = note;
    this.list = h("div", { class: "moves", role: "group", "aria-label": "Moves" });
    this.element = this.list;
    /** @type {Map<Turn, HTMLElement>} the buttons that fold variations */
    this.folds = new Map();
  }

  /** @param {Game} game */
  show(game) {
    const hadFocus = this.list.contains(document.activeElement);
    const chosen = [...this.folds].find(([, fold]) => fold === document.activeElement)?.[0];
    this.folds.clear();
    this.list.replaceChildren(...this.line(game, game.root, 0, true));
    if (!game.root.children.length) this.list.append(h("p", { class: "quiet" }, "No moves yet."));
    const here = /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-current]"));
    if (hadFocus) ((chosen && this.folds.get(chosen)) ?? here)?.focus();
    requestAnimationFrame(() => {
      if (!here) return;
      const middle = here.offsetTop - this.list.clientHeight / 2;
      const rows = /** @type {HTMLElement[]} */ ([...this.list.children]);
      const first = rows.find((row) => row.offsetTop >= middle); // so that none is cut
      this.list.scrollTop = middle > 0 ? (first?.offsetTop ?? 0) : 0;
    });
  }

  /**
   * What follows a turn: the main line as a table with a column for each side, others running on.
   * @param {Game} game
   * @param {Turn} from
   * @param {number} number of that turn
   * @param {boolean} isMain
   * @returns {HTMLElement[]}
   */
  line(game, from, number, isMain) {
    /** @type {HTMLElement[]} */
    const parts = from.parent ? [] : remark(from);
    let at = from;
    let isFresh = isMain; // nothing stands before the next move in its row
    while (at.children.length) {
      const [main, ...others] = at.children;
      const next = numberOf(main, number);
      parts.push(...this.numbered(game, main, next, isFresh || next !== number));
      parts.push(...remark(main));
      for (const other of others) {
        const beside = numberOf(other, number);
        const moves = [
          this.fold(game, other),
          ...this.numbered(game, other, beside, true),
          ...remark(other),
          ...(this.isFolded(game, other) ? ["…"] : this.line(game, other, beside, false)),
        ];
        parts.push(h("div", { class: "variation" }, moves));
      }
      isFresh = others.length > 0 || (isMain && main.comment !== "");
      number = next;
      at = main;
    }
    return parts;
  }

  /**
   * Whether only the first move of a variation is shown; never while a later one is looked at.
   * @param {Game} game
   * @param {Turn} turn
   */
  isFolded({ cursor }, turn) {
    return turn.isFolded && (cursor === turn || !turns(cursor).includes(turn));
  }

  /**
   * A button that hides what follows the first move of a variation, or shows it.
   * @param {Game} game
   * @param {Turn} turn
   */
  fold(game, turn) {
    if (!turn.children.length) return "";
    const isFolded = this.isFolded(game, turn);
    const move = game.brief(turn.move);
    const name = say(isFolded ? "Show the variation {move}" : "Hide the variation {move}", {
      move,
    });
    const press = () => {
      turn.isFolded = !isFolded;
      if (turn.isFolded && turns(game.cursor).includes(turn)) this.go(turn);
      this.show(game);
    };
    const fold = button(isFolded ? "+" : "−", press, {
      class: "fold",
      "aria-expanded": String(!isFolded),
      "aria-label": name,
      title: name,
    });
    this.folds.set(turn, fold);
    return fold;
  }

  /** @param {Game} game @param {Turn} turn @param {number} number @param {boolean} showsNumber */
  numbered(game, turn, number, showsNumber) {
    const note = this.note(turn);
    const move = button(game.brief(turn.move) + signsOf(turn), () => this.go(turn), {
      class: `move ${turn.side === 1 ? "second" : "first"}${note ? ` ${note.name}` : ""}`,
      "aria-current": turn === game.cursor ? "step" : null,
      title: note?.title ?? turn.move,
    });
    if (!showsNumber) return [move];
    return [h("span", { class: "number" }, `${number}${turn.side === 1 ? "…" : "."}`), move];
  }
}

/** The symbols after a move, as people write them. @param {Turn} turn */
function signsOf({ symbols }) {
  return symbols.map((symbol) => ` ${SIGNS[symbol] ?? `$${symbol}`}`).join("");
}

/** What is said of a move. @param {Turn} turn */
function remark({ comment }) {
  return comment ? [h("p", { class: "comment" }, written(comment))] : [];
}

/**
 * First, back, forward, last.
 * @param {(to: "first" | "back" | "forward" | "last") => void} walk
 */
export function walkButtons(walk) {
  const steps = /** @type {[("first" | "back" | "forward" | "last"), string][]} */ ([
    ["first", "First position"],
    ["back", "Back"],
    ["forward", "Forward"],
    ["last", "Last position"],
  ]);
  return h(
    "div",
    { class: "walk", role: "group", "aria-label": "Walk through the game" },
    steps.map(([to, label]) =>
      button(icon(to), () => walk(to), { "aria-label": label, title: label, "data-walk": to }),
    ),
  );
}

/**
 * Where a walk leads.
 * @param {Game} game
 * @param {string} to
 * @returns {Turn}
 */
export function walked(game, to) {
  let at = game.cursor;
  if (to === "first") return game.root;
  if (to === "back") return at.parent ?? at;
  const next = () => at.next ?? at.children[0];
  if (to === "forward") return next() ?? at;
  for (let forward = next(); forward; forward = next()) at = forward;
  return at;
}
