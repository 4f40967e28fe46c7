/** The games that are being played, each on a board of its own. */

import { Board } from "../board/board.js";
import { h } from "../dom.js";

/** @import { About, Running } from "./types.d.ts" */

const TENTH = 10;

export class Boards {
  /** @param {About} about @param {HTMLElement} section */
  constructor(about, section) {
    this.about = about;
    this.nobody = /** @type {HTMLElement} */ (section.querySelector("p"));
    this.element = h("div", { class: "boards" });
    section.append(this.element);
    /** @type {Map<string, Game>} */
    this.games = new Map();
  }

  /** @param {Running[]} running */
  show(running) {
    const names = new Set(running.map((game) => game.id));
    for (const [id, game] of this.games) {
      if (names.has(id)) continue;
      game.element.remove();
      this.games.delete(id);
    }
    for (const told of running) {
      const known = this.games.get(told.id);
      const game = known ?? new Game(this.about);
      if (!known) {
        this.games.set(told.id, game);
        this.element.append(game.element);
      }
      game.show(told);
    }
    this.nobody.hidden = running.length > 0;
  }
}

class Game {
  /** @param {About} about */
  constructor(about) {
    this.about = about;
    const nothing = () => {};
    this.board = new Board(about.game, {
      onMove: nothing,
      onAttempt: nothing,
      onWhy: nothing,
      onSeveralWays: nothing,
    });
    this.strips = [0, 1].map(() => h("div", { class: "strip" }));
    const [above, below] =
      this.board.layout.firstSits === "above" ? this.strips : [...this.strips].reverse();
    this.plies = h("p", { class: "state" });
    const style = { class: `game game-${about.game}` };
    this.element = h("article", style, above, this.board.element, below, this.plies);
  }

  /** @param {Running} told */
  show(told) {
    const { view, players } = told;
    const before = this.board.coming?.ply;
    if (before !== view.ply) {
      const follows = before === view.ply - 1;
      this.board.show(view, { story: follows ? view.story : null });
    }
    this.element.setAttribute("aria-label", `${players[0]} against ${players[1]}`);
    this.element.dataset.plies = String(view.ply);
    this.strips.forEach((strip, side) => {
      strip.className = `strip${view.to_move === view.sides[side] ? " turn" : ""}`;
      strip.replaceChildren(
        h("span", { class: `man ${side === 0 ? "first" : "second"}`, "aria-hidden": "true" }),
        h("strong", {}, players[side]),
        h("span", { class: "won" }, this.board.layout.won?.(view, view)[side] ?? ""),
        h("span", { class: "clock" }, this.clock(told.cpu[side], told.wall[side])),
      );
    });
    this.plies.textContent = `round ${told.round + 1}, game ${told.number + 1}, ply ${view.ply}`;
  }

  /**
   * What a side has left for the game, or has used where only its moves are limited.
   * @param {number} cpu @param {number} wall
   */
  clock(cpu, wall) {
    const { cpu_game: cpuGame, wall_game: wallGame, cpu_move: cpuMove } = this.about.limits;
    if (cpuGame) return `${tenths(cpuGame - cpu)} s left`;
    if (wallGame) return `${tenths(wallGame - wall)} s left`;
    return `${tenths(cpuMove ? cpu : wall)} s used`;
  }
}

/** @param {number} seconds */
function tenths(seconds) {
  return (Math.round(Math.max(0, seconds) * TENTH) / TENTH).toFixed(1);
}
