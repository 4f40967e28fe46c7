/** The list of moves, variations included, and the buttons that walk through it. */

import { button, h } from "./dom.js";
import { icon } from "./icons.js";

/** @import { Game } from "./game.js" */
/** @import { Turn } from "./types.d.ts" */

/**
 * A move as it is read out.
 * @param {string} move
 */
export function aloud(move) {
  return move.replaceAll(",", " ").replaceAll("-", " to ").replaceAll("x", " takes to ");
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
  }

  /** @param {Game} game */
  show(game) {
    const second = game.root.view?.to_move === game.root.view?.sides[1] ? 1 : 0;
    const hadFocus = this.list.contains(document.activeElement);
    this.list.replaceChildren(...this.line(game, game.root, second, true));
    if (!game.root.children.length) this.list.append(h("p", { class: "quiet" }, "No moves yet."));
    const here = /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-current]"));
    if (hadFocus) here?.focus();
    requestAnimationFrame(() => {
      this.list.scrollTop = here ? here.offsetTop - this.list.clientHeight / 2 : 0;
    });
  }

  /**
   * The line that follows a turn; the main one as a table of two columns.
   * @param {Game} game
   * @param {Turn} from
   * @param {number} second
   * @param {boolean} isMain
   * @returns {HTMLElement[]}
   */
  line(game, from, second, isMain) {
    const parts = [];
    let at = from;
    while (at.children.length) {
      const [main, ...others] = at.children;
      parts.push(
        ...this.numbered(game, main, second, at === from || (others.length > 0 && !isMain)),
      );
      for (const other of others) {
        parts.push(
          h("div", { class: "variation" }, [
            ...this.numbered(game, other, second, true),
            ...this.line(game, other, second, false),
          ]),
        );
      }
      at = main;
    }
    return parts;
  }

  /** @param {Game} game @param {Turn} turn @param {number} second @param {boolean} isFirst */
  numbered(game, turn, second, isFirst) {
    const ply = turn.ply - 1 + second;
    const number = `${Math.floor(ply / 2) + 1}${ply % 2 ? "…" : "."}`;
    const note = this.note(turn);
    const move = button(game.brief(turn.move), () => this.go(turn), {
      class: `move${note ? ` ${note.name}` : ""}`,
      "aria-current": turn === game.cursor ? "step" : null,
      title: note?.title ?? turn.move,
    });
    if (ply % 2 && !isFirst) return [move];
    return [h("span", { class: "number" }, number), move];
  }
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
