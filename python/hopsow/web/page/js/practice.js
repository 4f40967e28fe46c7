/**
 * What somebody has practised of a game: which puzzles come back and when, own mistakes among them,
 * and how well it went. A puzzle that is solved moves one box on and comes back later; one that is
 * not begins anew. It is kept in the browser, and by the server for people at its machine.
 */

import { keep, recall } from "./store.js";
import { Refusal } from "./wire.js";

/** @import { GameName, OwnPuzzle, Practised, Puzzle } from "./types.d.ts" */
/** @import { Wire } from "./wire.js" */

const DAY_MS = 24 * 3600 * 1000;
const SOON_MS = 10 * 60 * 1000;
/** How many days the puzzles of each box rest. */
const DAYS = [0, 1, 3, 7, 16, 35];
const MAX_OWN = 200;

export class Practice {
  /** @param {Wire} wire @param {GameName} game */
  constructor(wire, game) {
    this.wire = wire;
    this.game = game;
    /** @type {Practised} */
    this.state = recall(`practice.${game}`) ?? fresh();
  }

  /** Take over what the server knows, if that is later than what the browser does. */
  async load() {
    try {
      const { page } = await this.wire.ask("practice", { game: this.game });
      /** @type {Practised} */
      const kept = page ? JSON.parse(page) : fresh();
      if (kept.changed > this.state.changed) this.state = kept;
      else if (kept.changed < this.state.changed) await this.send();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error; // a server that keeps nothing
    }
  }

  save() {
    this.state.changed = Date.now();
    keep(`practice.${this.game}`, this.state);
    return this.send().catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }

  send() {
    const page = JSON.stringify(this.state);
    return this.wire.ask("keep-practice", { game: this.game, page });
  }

  /** Own mistakes become puzzles, once each. @param {OwnPuzzle[]} mistakes @returns {number} how many are new */
  add(mistakes) {
    const { own } = this.state;
    const known = new Set(own.map(({ position }) => position));
    const others = mistakes.filter(({ position }) => !known.has(position));
    if (!others.length) return 0;
    this.state.own = [...own, ...others].slice(-MAX_OWN);
    this.save();
    return others.length;
  }

  /**
   * The next puzzle: what is due, own mistakes first, then one that is new. What rests is posed
   * only when there is nothing else.
   * @template {Puzzle | OwnPuzzle} P
   * @param {P[]} puzzles
   * @param {string} [last] the one before it, which does not come again at once
   */
  next(puzzles, last) {
    const others = puzzles.length > 1 ? puzzles.filter(({ id }) => id !== last) : puzzles;
    const now = Date.now();
    const known = others.filter(({ id }) => id in this.state.boxes);
    known.sort((one, other) => this.dueAt(one.id) - this.dueAt(other.id));
    const due = known.find(({ id }) => this.dueAt(id) <= now);
    return due ?? others.find(({ id }) => !(id in this.state.boxes)) ?? known[0] ?? null;
  }

  /** @param {string} id */
  dueAt(id) {
    return this.state.boxes[id]?.[1] ?? 0;
  }

  /** How many of these are to be repeated by now. @param {(Puzzle | OwnPuzzle)[]} puzzles */
  due(puzzles) {
    const now = Date.now();
    return puzzles.filter(({ id }) => id in this.state.boxes && this.dueAt(id) <= now).length;
  }

  /** How many have been solved and not missed since. */
  solved() {
    return Object.values(this.state.boxes).filter(([box]) => box > 0).length;
  }

  /** A puzzle was solved at the first attempt, or was not. @param {string} id @param {boolean} isRight */
  note(id, isRight) {
    const { state } = this;
    const [box] = state.boxes[id] ?? [0];
    const next = isRight ? Math.min(box + 1, DAYS.length - 1) : 0;
    state.boxes[id] = [next, Date.now() + (isRight ? DAYS[next] * DAY_MS : SOON_MS)];
    state.run = isRight ? state.run + 1 : 0;
    state.best = Math.max(state.best, state.run);
    this.save();
  }
}

/** @returns {Practised} */
function fresh() {
  return { changed: 0, run: 0, best: 0, boxes: {}, own: [] };
}
