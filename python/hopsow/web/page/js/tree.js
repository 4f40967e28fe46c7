/**
 * The tree of a game's moves, and its text.
 *
 * The text is what links and the browser's storage hold: `0:11-15.1:22-18(1:23-19.0:9-13).0:15x22`.
 * A move follows the number of the side that played it; after it come symbols, `$1`, what is drawn,
 * `@11>15`, and a comment, `*well played`; variations in its place follow in parentheses. A comment without a move opens the
 * game.
 */

/** @import { Noted, Turn } from "./types.d.ts" */

/** @param {string} move @param {Turn | null} parent @returns {Turn} */
export function turn(move, parent) {
  return {
    move,
    side: null,
    parent,
    children: [],
    next: null,
    view: null,
    comment: "",
    symbols: [],
    drawn: [],
    isFolded: false,
    ply: parent ? parent.ply + 1 : 0,
  };
}

/**
 * The moves that lead to a turn.
 * @param {Turn} end
 */
export function moves(end) {
  const line = [];
  for (let at = end; at.parent; at = at.parent) line.unshift(at.move);
  return line;
}

/**
 * The turns from the root to a turn, both included.
 * @param {Turn} end
 */
export function turns(end) {
  const line = [end];
  for (let at = end; at.parent; at = at.parent) line.unshift(at.parent);
  return line;
}

/**
 * The number under which a move is listed: it counts up but for the second side's answer to the
 * first, whoever else moves twice.
 * @param {Turn} turn
 * @param {number} [before] the number of the turn before it, where it is known
 * @returns {number}
 */
export function numberOf(turn, before) {
  if (!turn.parent) return 0;
  const number = before ?? turns(turn.parent).reduce((count, at) => numberOf(at, count), 0);
  return isAnswer(turn) ? number : number + 1;
}

/** @param {Turn} turn */
function isAnswer(turn) {
  return turn.side === 1 && turn.parent?.side === 0;
}

/** What is written and read by people, and has a meaning in a tree's text. */
const SPECIAL = /[.()*$@%]/g;

/**
 * The text of what follows a turn.
 * @param {Turn} root
 * @param {(move: string) => string} brief
 */
export function textOf(root, brief) {
  const item = (/** @type {Turn} */ { side, move, symbols, drawn, comment }) => {
    const said = comment ? `*${comment.replace(SPECIAL, encoded)}` : "";
    const marks = [
      ...symbols.map((symbol) => `$${symbol}`),
      ...drawn.map((shape) => `@${shape}`),
    ].join("");
    return `${side === null ? "" : `${side}:`}${brief(move)}${marks}${said}`;
  };
  const line = (/** @type {Turn} */ from) => {
    const items = from.parent || from.comment || from.drawn.length ? [item(from)] : [];
    let at = from;
    while (at.children.length) {
      const [main, ...others] = at.children;
      items.push([item(main), ...others.map((other) => `(${line(other)})`)].join(""));
      at = main;
    }
    return items.join(".");
  };
  return line(root);
}

/**
 * Let a tree grow from its text.
 * @param {Turn} root
 * @param {string} text
 */
export function grow(root, text) {
  /** @type {Turn[]} */
  const left = []; // the moves beside which variations are being read
  let at = root;
  for (const word of text.match(/[().]|[^().]+/g) ?? []) {
    if (word === "(") {
      left.push(at);
      at = at.parent ?? at;
    } else if (word === ")") at = left.pop() ?? root;
    else if (word !== ".") at = add(at, word);
  }
}

/** @param {Turn} at @param {string} item */
function add(at, item) {
  const [, side, move, symbols, drawn, comment] =
    item.match(/^(?:([01]):)?([^$@*]*)((?:\$\d+)*)((?:@[^@*]+)*)(?:\*(.*))?$/s) ?? [];
  const to = move ? child(at, move) : at;
  if (side) to.side = Number(side);
  to.symbols = (symbols ?? "").split("$").filter(Boolean).map(Number);
  to.drawn = (drawn ?? "").split("@").filter(Boolean);
  to.comment = decoded(comment ?? "");
  return to;
}

/** @param {Turn} at @param {string} move */
function child(at, move) {
  const to = turn(move, at);
  at.children.push(to);
  at.next ??= to;
  return to;
}

/** @param {string} letter */
function encoded(letter) {
  return `%${letter.charCodeAt(0).toString(16)}`;
}

/** @param {string} text */
function decoded(text) {
  return text.replace(/%([0-9a-f]{2})/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Let a tree grow from moves as the server notes them.
 * @param {Turn} root
 * @param {Noted[]} line
 * @returns {Turn} the last move of the line
 */
export function growNoted(root, line) {
  let at = root;
  for (const said of line) {
    const to = child(at, said.move);
    const { side, comment, symbols, drawn } = said;
    Object.assign(to, { side, comment, symbols, drawn });
    for (const variation of said.variations ?? []) growNoted(at, variation);
    at = to;
  }
  return at;
}

/**
 * A line up to a turn as the server notes it, with all variations beside it; what comes after that
 * turn is noted as a variation that begins with it.
 * @param {Turn} end
 * @returns {Noted[]}
 */
export function notedUntil(end) {
  return turns(end)
    .slice(1)
    .map((at) => {
      const others = at.parent?.children.filter((other) => other !== at) ?? [];
      const after = at === end ? at.children.map((next) => [bare(at), ...notedFrom(next)]) : [];
      return { ...said(at), variations: [...others.map(notedFrom), ...after] };
    });
}

/** @param {Turn} from @returns {Noted[]} */
function notedFrom(from) {
  const line = [said(from)];
  for (let at = from; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    line.push({ ...said(main), variations: others.map(notedFrom) });
  }
  return line;
}

/** @param {Turn} turn @returns {Noted} */
function said({ move, side, comment, symbols, drawn }) {
  return { move, side: side ?? 0, comment, symbols, drawn };
}

/** @param {Turn} turn @returns {Noted} */
function bare({ move, side }) {
  return { move, side: side ?? 0 };
}
