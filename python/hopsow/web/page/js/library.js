/**
 * Games that are kept: by the server for people at this machine, and always in the browser as well,
 * so that nothing is lost while the server is away or keeps none.
 */

import { capital, say, side as sideNamed } from "./dom.js";
import { Game, newId } from "./game.js";
import { named } from "./players.js";
import { readPage, readShelf, writePage, writeShelf } from "./store.js";
import { Refusal } from "./wire.js";

/** @import { Entry, Find, Shelf } from "./types.d.ts" */
/** @import { Wire } from "./wire.js" */

/** @typedef {{entry: Entry, isSent: boolean, isDeleted?: boolean}} Local */
/** @typedef {Pick<Find, "game" | "words" | "result" | "position" | "since" | "until">} Wanted */

const WAIT_MS = 800; // after a change, since more of them often follow
const MAX_LOCAL = 200;
const MAX_LETTERS = 200_000; // the server takes no longer messages

export class Library {
  /** @param {Wire} wire */
  constructor(wire) {
    this.wire = wire;
    /** Whether the server keeps games; known once it was asked. @type {boolean | null} */
    this.isServed = null;
    /** @type {Map<string, number>} the games that are about to be sent */
    this.waiting = new Map();
    /** @type {Map<string, string>} each game as this tab kept it last */
    this.kept = new Map();
  }

  /** Keep a game as it is now, if there is anything to keep. @param {Game} game */
  keep(game) {
    if (!game.root.children.length) return;
    if (!this.isOwn(game)) return;
    const page = JSON.stringify(game.packed());
    this.kept.set(game.id, page);
    if (readPage(game.id) === page) return;
    const known = localOf(game.id)?.entry;
    const [first, second] = players(game);
    const now = Date.now() / 1000;
    const entry = {
      id: game.id,
      game: game.name,
      title: known?.title ?? "",
      first,
      second,
      result: resultOf(game),
      plies: game.tip.ply,
      began: known?.began ?? now,
      changed: now,
    };
    this.put({ entry, isSent: false }, page);
    window.clearTimeout(this.waiting.get(game.id));
    this.waiting.set(
      game.id,
      window.setTimeout(() => this.send(entry, game, page), WAIT_MS),
    );
  }

  /**
   * Whether a game is this tab's to keep. One with which another tab has gone on is that tab's: what
   * is played here from now on is another game.
   * @param {Game} game
   */
  isOwn(game) {
    const stored = readPage(game.id);
    const last = this.kept.get(game.id);
    if (stored === null || stored === last) return true;
    const page = JSON.stringify(game.packed());
    if (last === undefined && treeOf(stored) !== treeOf(page)) this.kept.set(game.id, page);
    if (last === undefined) return treeOf(stored) === treeOf(page);
    if (treeOf(last) === treeOf(page)) return false;
    game.id = newId();
    return true;
  }

  /** @param {Local} local @param {string} [page] where it has changed */
  put(local, page) {
    const { id } = local.entry;
    const shelf = [local, ...readShelf().filter((one) => one.entry.id !== id)];
    const dropped = shelf.splice(MAX_LOCAL);
    // The oldest make room where the browser has no more.
    while (page !== undefined && !writePage(id, page) && shelf.length > 1) {
      const last = /** @type {Local} */ (shelf.pop());
      writePage(last.entry.id, null);
    }
    for (const one of dropped) writePage(one.entry.id, null);
    writeShelf(shelf);
  }

  /** @param {Entry} entry @param {Game} game @param {string} page */
  async send({ id, title, first, second }, game, page) {
    this.waiting.delete(id);
    if (this.isServed === false) return;
    const question = { ...game.written(), players: [first, second], title, name: id, page };
    if (JSON.stringify(question).length > MAX_LETTERS) return; // it stays in the browser
    try {
      await this.wire.ask("keep", question);
      this.isServed = true;
      const local = localOf(id);
      if (local && readPage(id) === page) this.put({ ...local, isSent: true });
    } catch (error) {
      this.note(error);
    }
  }

  /** Send what was kept while there was no server. */
  async sendOthers() {
    for (const { entry, isSent, isDeleted } of readShelf()) {
      const page = readPage(entry.id);
      if (isSent || isDeleted || !page || this.waiting.has(entry.id)) continue;
      await this.send(entry, Game.unpacked(JSON.parse(page)), page);
    }
  }

  /** A server that keeps no games is not asked again; the browser has them all. @param {unknown} error */
  note(error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.message.includes("keeps no games")) this.isServed = false;
  }

  /** The games that fit, the latest first: a page of them, from so many on. @param {Wanted} wanted @param {number} [offset] @returns {Promise<Shelf>} */
  async find(wanted, offset = 0) {
    if (this.isServed !== false) {
      try {
        await this.sendOthers();
        const shelf = await this.wire.ask("library", { ...wanted, limit: 100, offset });
        this.isServed = true;
        if (offset) return shelf;
        const known = new Set(shelf.games.map(({ id }) => id));
        const own = readShelf().filter(
          (one) => fits(one, wanted) && !one.isSent && !known.has(one.entry.id),
        );
        const games = [...own.map((one) => one.entry), ...shelf.games];
        games.sort((one, other) => other.changed - one.changed);
        return { games, count: shelf.count + own.length };
      } catch (error) {
        this.note(error);
      }
    }
    const local = offset ? [] : readShelf().filter((one) => fits(one, wanted));
    return { games: local.map((one) => one.entry), count: local.length };
  }

  /** @param {Entry} entry */
  async open({ id }) {
    const page = readPage(id) ?? (await this.wire.ask("open", { name: id })).page;
    return Game.unpacked(JSON.parse(page));
  }

  /** Rename a game, delete it or take that back. @param {Entry} entry @param {{title?: string, deleted?: boolean}} change */
  async change({ id }, { title, deleted }) {
    const local = localOf(id);
    if (local) {
      const entry = { ...local.entry, title: title ?? local.entry.title };
      this.put({ ...local, entry, isDeleted: deleted ?? local.isDeleted });
    }
    if (this.isServed && (!local || local.isSent)) {
      await this.wire.ask("change", { name: id, title, deleted });
    }
  }
}

/** All moves of a game that was kept. @param {string} page */
function treeOf(page) {
  const { tree, path } = JSON.parse(page);
  return `${tree} ${path}`;
}

/** @param {string} id @returns {Local | undefined} */
function localOf(id) {
  return readShelf().find((one) => one.entry.id === id);
}

/** What those who play are called. @param {Game} game @returns {[string, string]} */
function players({ players, names, root, tip }) {
  const sides = (tip.view ?? root.view)?.sides;
  const isAlone = players.filter((player) => player === "human").length === 1;
  const called = [0, 1].map((side) => {
    if (names[side]) return names[side];
    if (players[side] !== "human") return named(players[side]);
    return isAlone || !sides ? say("You") : capital(sideNamed(sides[side]));
  });
  return [called[0], called[1]];
}

/** @param {Game} game */
function resultOf({ ended, tip }) {
  const { view } = tip;
  if (ended?.result) return ended.result;
  if (!view?.outcome) return "*";
  const winner = view.sides.indexOf(view.outcome.winner ?? "");
  return winner < 0 ? "1/2-1/2" : winner === 0 ? "1-0" : "0-1";
}

/** @param {Local} local @param {Wanted} wanted */
function fits({ entry, isDeleted }, { game, words = "", result, position, since = 0, until }) {
  if (isDeleted || position || (game && entry.game !== game)) return false;
  if (result && entry.result !== result) return false;
  if (entry.changed < since || (until && entry.changed >= until)) return false;
  const text = `${entry.title} ${entry.first} ${entry.second}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
