/**
 * A game as the page holds it: a tree of moves, and who plays.
 *
 * `tip` is where the game stands, `cursor` what the board shows: views other than playing move only
 * the cursor. Nothing is ever thrown away: taking
 * back moves the tip to the parent, and another move there begins a variation.
 */

import { layouts } from "../games/index.js";

/** @import { Clocks, Ended, GameName, Line, Turn, View } from "./types.d.ts" */

export class Game {
  /** @param {GameName} name @param {string | null} [rules] @param {string | null} [start] */
  constructor(name, rules = null, start = null) {
    this.name = name;
    this.rules = rules;
    this.start = start;
    this.root = turn("", null);
    this.tip = this.root;
    this.cursor = this.root;
    /** @type {[string, string]} what plays the first and the second side */
    this.players = ["human", "human"];
    /** @type {Clocks | null} */
    this.clocks = null;
    /** @type {Ended | null} what the players agreed on, or a clock */
    this.ended = null;
    /** Whether the board was turned by hand. */
    this.turned = false;
    /** Whether the agents wait until they are told to go on. */
    this.isPaused = false;
    /** @type {number | null} when the person to move went to look at something else */
    this.leftAt = null;
  }

  /**
   * The line that leads to a turn.
   * @param {Turn} [end]
   * @returns {Line}
   */
  line(end = this.cursor) {
    const { name: game, rules, start } = this;
    return { game, rules: rules ?? undefined, start: start ?? undefined, moves: moves(end) };
  }

  /**
   * Play a move at a turn; one that is already there is found again.
   * @param {Turn} at
   * @param {string} move
   * @param {View | null} view
   */
  play(at, move, view) {
    let child = at.children.find((known) => known.move === move);
    if (!child) {
      child = turn(move, at);
      at.children.push(child);
    }
    child.view = view ?? child.view;
    child.side = view?.movers[at.ply] ?? child.side;
    at.next = child;
    return child;
  }

  /** @param {Turn} to */
  goTo(to) {
    this.cursor = to;
    for (let turn = to; turn.parent; turn = turn.parent) turn.parent.next = turn;
  }

  /** @param {Turn} to */
  setTip(to) {
    this.tip = to;
    this.ended = null;
    this.goTo(to);
  }

  /** Make the line that leads to a turn the main one. @param {Turn} end */
  promote(end) {
    for (let at = end; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /** Which of the sides is to move at a turn, 0 or 1. @param {Turn} [at] */
  toMove(at = this.tip) {
    if (at.view) return at.view.sides.indexOf(at.view.to_move);
    return at.next?.side ?? 0;
  }

  /** A move as lists and links show it. @param {string} move */
  brief(move) {
    return layouts[this.name].brief(move);
  }

  /** Nobody thinks for free: the clock ran on while other views were open. */
  chargeAbsence() {
    if (this.clocks && this.leftAt !== null) {
      const { left } = this.clocks;
      const side = this.toMove();
      left[side] = Math.max(0, left[side] - (performance.now() - this.leftAt));
    }
    this.leftAt = null;
  }

  /** Everything about the game, to be kept. */
  packed() {
    const { name, rules, start, players, clocks, ended, turned, isPaused } = this;
    const path = moves(this.tip);
    const cursor = moves(this.cursor);
    const tree = packed(this.root);
    const setting = { name, rules, start, players, clocks, turned, isPaused };
    return { ...setting, ended, path, cursor, tree };
  }

  /** @param {any} kept @returns {Game} */
  static unpacked(kept) {
    const game = new Game(kept.name, kept.rules, kept.start);
    game.players = kept.players;
    game.clocks = kept.clocks;
    unpack(game.root, kept.tree);
    for (const move of kept.path) game.tip = game.play(game.tip, move, null);
    for (const move of kept.cursor ?? kept.path) game.cursor = game.play(game.cursor, move, null);
    game.ended = kept.ended;
    game.turned = kept.turned ?? false;
    game.isPaused = kept.isPaused ?? false;
    return game;
  }

  /**
   * The whole game as an address: `#/play/GAME?p=human;engine:level=3&m=11-15.22-18`.
   * @param {string} view
   */
  address(view) {
    const parts = [];
    if (this.rules) parts.push(`r=${encodeURIComponent(this.rules)}`);
    if (this.start) parts.push(`s=${encodeURIComponent(this.start)}`);
    if (this.players.some((player) => player !== "human"))
      parts.push(`p=${this.players.join(";")}`);
    const path = moves(this.tip).map((move) => this.brief(move));
    if (path.length) parts.push(`m=${path.join(".")}`);
    return `#/${view}/${this.name}${parts.length ? `?${parts.join("&")}` : ""}`;
  }

  /**
   * The game that an address carries.
   * @param {GameName} name
   * @param {URLSearchParams} query
   */
  static fromAddress(name, query) {
    const game = new Game(name, query.get("r"), query.get("s"));
    const players = query.get("p")?.split(";");
    if (players?.length === 2) game.players = [players[0], players[1]];
    for (const move of (query.get("m") ?? "").split(".").filter(Boolean)) {
      game.tip = game.play(game.tip, move, null);
    }
    game.cursor = game.tip;
    return game;
  }
}

/** @param {string} move @param {Turn | null} parent @returns {Turn} */
function turn(move, parent) {
  return {
    move,
    side: null,
    parent,
    children: [],
    next: null,
    view: null,
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

/**
 * A tree as nested lists: each move followed by what was played after it. A line without
 * variations stays flat, so that no game is too long. A move follows the side that played it.
 * @param {Turn} root
 * @returns {any[]}
 */
function packed(root) {
  const line = [];
  let at = root;
  while (at.children.length) {
    for (const other of at.children.slice(1)) line.push([item(other), ...packed(other)]);
    at = at.children[0];
    line.push(item(at));
  }
  return line;
}

/** @param {Turn} turn */
function item({ side, move }) {
  return side === null ? move : `${side} ${move}`;
}

/** @param {string} item @param {Turn} parent */
function unpackedItem(item, parent) {
  const [move, side] = item.split(" ").reverse();
  return { ...turn(move, parent), side: side ? Number(side) : null };
}

/** @param {Turn} root @param {any[]} line */
function unpack(root, line) {
  let at = root;
  /** @type {any[][]} */
  let others = [];
  for (const item of line) {
    if (Array.isArray(item)) {
      others.push(item);
      continue;
    }
    const child = unpackedItem(item, at);
    at.children.push(child);
    at.next = child;
    for (const [move, ...rest] of others) {
      const other = unpackedItem(move, at);
      at.children.push(other);
      unpack(other, rest);
    }
    others = [];
    at = child;
  }
}
