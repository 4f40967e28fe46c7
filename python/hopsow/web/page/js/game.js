/**
 * A game as the page holds it: a tree of moves, and who plays.
 *
 * `tip` is where the game stands, `cursor` what the board shows: views other than playing move only
 * the cursor. Nothing is ever thrown away: taking
 * back moves the tip to the parent, and another move there begins a variation.
 */

import { layouts } from "../games/index.js";
import { side as sideNamed } from "./language.js";
import { grow, growNoted, moves, notedUntil, textOf, turn } from "./tree.js";

/** @import { Clocks, Ended, Found, GameName, Line, Said, Turn, View } from "./types.d.ts" */

export class Game {
  /** @param {GameName} name @param {string | null} [rules] @param {string | null} [start] */
  constructor(name, rules = null, start = null) {
    /** Its name in the library. */
    this.id = newId();
    this.name = name;
    this.rules = rules;
    this.start = start;
    this.root = turn("", null);
    this.tip = this.root;
    this.cursor = this.root;
    /** @type {[string, string]} what plays the first and the second side */
    this.players = ["human", "human"];
    /** @type {[string, string]} what those who played are called, where that is known */
    this.names = ["", ""];
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
    let child = at.children.find((known) => this.brief(known.move) === this.brief(move));
    if (!child) {
      child = turn(move, at);
      at.children.push(child);
    }
    if (view) child.move = move;
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

  /** Leave out what comes after so many moves: it cannot be played. @param {number} plies */
  cut(plies) {
    while (this.tip.parent && this.tip.ply > plies) this.tip = this.tip.parent;
    this.ended = null;
    Object.assign(this.tip, { children: [], next: null });
    this.goTo(this.tip);
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

  /** Everything about the game, to be content. */
  packed() {
    const { id, name, rules, start, players, names, clocks, ended, turned, isPaused } = this;
    const path = moves(this.tip);
    const cursor = moves(this.cursor);
    const tree = textOf(this.root, (move) => move);
    const setting = { id, name, rules, start, players, names, clocks, turned, isPaused };
    return { ...setting, ended, path, cursor, tree };
  }

  /** @param {any} content @returns {Game} */
  static unpacked(content) {
    const game = new Game(content.name, content.rules, content.start);
    const { players, names, clocks, ended, turned, isPaused } = content;
    game.id = content.id ?? game.id;
    if (typeof content.tree === "string") grow(game.root, content.tree);
    for (const move of content.path) game.tip = game.play(game.tip, move, null);
    for (const move of content.cursor ?? content.path)
      game.cursor = game.play(game.cursor, move, null);
    game.players = players;
    game.names = names ?? game.names;
    game.clocks = clocks;
    game.ended = ended && endedBy(ended.result, ended.how);
    game.turned = turned ?? false;
    game.isPaused = isPaused ?? false;
    return game;
  }

  /**
   * The game as an address: `#/play/GAME?p=human;engine:level=3&m=11-15.22-18`. What changes while
   * nobody moves, the clocks, is only in a link that is given to others.
   * @param {string} view
   * @param {boolean} [hasClocks]
   */
  address(view, hasClocks = false) {
    const brief = (/** @type {string} */ move) => this.brief(move);
    const parts = [];
    if (this.rules) parts.push(`r=${encodeURIComponent(this.rules)}`);
    if (this.start) parts.push(`s=${encodeURIComponent(this.start)}`);
    if (this.players.some((player) => player !== "human"))
      parts.push(`p=${this.players.join(";")}`);
    if (this.names.some(Boolean))
      parts.push(`n=${this.names.map(escaped).map(encodeURIComponent).join(";")}`);
    const path = moves(this.tip).map(brief);
    if (path.length) parts.push(`m=${path.join(".")}`);
    if (!this.isPlain()) parts.push(`v=${encodeURIComponent(textOf(this.root, brief))}`);
    if (this.ended) parts.push(`e=${this.ended.result}:${this.ended.how}`);
    if (this.clocks && hasClocks) {
      const { minutes, increment, left } = this.clocks;
      parts.push(`c=${[minutes, increment, ...left].map(Math.round).join(";")}`);
    }
    return `#/${view}/${this.name}${parts.length ? `?${parts.join("&")}` : ""}`;
  }

  /** Whether there is nothing but the line that was played. */
  isPlain() {
    let at = this.root;
    while (at !== this.tip && at.children.length === 1 && !at.comment && !at.drawn.length) {
      at = at.children[0];
      if (at.symbols.length) return false;
    }
    return at === this.tip && !at.children.length && !at.comment && !at.drawn.length;
  }

  /**
   * The game that an address carries.
   * @param {GameName} name
   * @param {URLSearchParams} query
   */
  static fromAddress(name, query) {
    const game = new Game(name, query.get("r"), query.get("s"));
    game.players = pair(query.get("p")) ?? game.players;
    game.names = namesIn(query.get("n")) ?? game.names;
    grow(game.root, query.get("v") ?? "");
    for (const move of (query.get("m") ?? "").split(".").filter(Boolean)) {
      game.tip = game.play(game.tip, move, null);
    }
    game.goTo(game.tip);
    const [, result, how] = query.get("e")?.match(/^(1-0|0-1|1\/2-1\/2):(.*)$/s) ?? [];
    if (result) game.ended = endedBy(result, how);
    const clocks = query.get("c")?.split(";").map(Number) ?? [];
    if (clocks.length === 4 && clocks.every((part) => part >= 0)) {
      const [minutes, increment, first, second] = clocks;
      game.clocks = { minutes, increment, left: [first, second] };
    }
    return game;
  }

  /** The game that a text held, as the server found it. @param {Found} found */
  static fromText({ line, notes, comment, drawn, players, result, view }) {
    const game = new Game(line.game, line.rules ?? null, line.start ?? null);
    Object.assign(game.root, { comment, drawn });
    game.tip = growNoted(game.root, notes);
    game.tip.view = view;
    game.goTo(game.tip);
    game.names = players ?? game.names;
    if (result !== "*" && !view.outcome) game.ended = endedBy(result, "recorded");
    return game;
  }

  /** How the game has ended, if it has. @returns {Said | null} */
  ending() {
    const { ended } = this;
    const view = this.tip.view;
    if (!ended || !view) return view?.outcome?.text ?? null;
    const side = ["1-0", "0-1"].indexOf(ended.result ?? "");
    const recorded = ended.how === "recorded" ? "-as-recorded" : "";
    if (side < 0) {
      const reason = { kind: "result.agreed", arguments: {} };
      return { kind: `result.drawn${recorded}`, arguments: { reason } };
    }
    const [winner, loser] = [side, 1 - side].map((each) => sideNamed(view.sides[each]));
    const reason = { kind: `result.${ended.how}`, arguments: { side: loser } };
    return { kind: `result.won${recorded}`, arguments: { winner, reason } };
  }

  /** What the server needs to write the game down. */
  written() {
    return {
      line: this.line(this.tip),
      result: this.ended?.result ?? "*",
      players: this.names,
      comment: this.root.comment,
      drawn: this.root.drawn,
      notes: notedUntil(this.tip),
    };
  }
}

/**
 * How a game ended that its rules did not end, as an address or a record has it.
 * @param {string | undefined} result @param {string} how
 * @returns {Ended}
 */
function endedBy(result, how) {
  const known = result === "1/2-1/2" ? how === "agreed" : ["resigned", "out-of-time"].includes(how);
  return /** @type {Ended} */ ({ result, how: known ? how : "recorded" });
}

/** A name in the library that no other game has. */
export function newId() {
  const part = () => Math.random().toString(36).slice(2, 8).padEnd(6, "0");
  return part() + part() + part();
}

/** A name may hold the semicolon that stands between two of them. @param {string} name */
function escaped(name) {
  return name.replace(/[\\;]/g, "\\$&");
}

/** @param {string | null} text @returns {[string, string] | undefined} */
function namesIn(text) {
  const [, ...names] = text?.match(/^((?:\\.|[^\\;])*);((?:\\.|[^\\;])*)$/s) ?? [];
  const [first, second] = names.map((name) => name.replace(/\\(.)/gs, "$1"));
  return second === undefined ? undefined : [first, second];
}

/** Two texts with a semicolon between them. @param {string | null} text */
function pair(text) {
  const parts = text?.split(";");
  return parts?.length === 2 ? /** @type {[string, string]} */ ([parts[0], parts[1]]) : null;
}
