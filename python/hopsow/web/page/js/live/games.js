/** The finished games: a list that can be searched, each with its evidence and a way to the board. */

import { button, h } from "../dom.js";
import { head } from "./standing.js";

/** @import { Agent, Evidence, Finished } from "./types.d.ts" */

const MOST_ROWS = 100;
const RESULTS = new Map([
  [1, "won"],
  [0, "drawn"],
  [-1, "lost"],
]);

export class Games {
  constructor() {
    /** @type {Finished[]} */
    this.games = [];
    this.finder = h("input", { type: "search", placeholder: "name or verdict" });
    this.finder.addEventListener("input", () => this.list());
    this.body = h("tbody");
    this.evidence = h("div", { class: "evidence", hidden: true });
    const heads = ["round", "moves first", "moves second", "result", "verdict", "plies", ""];
    this.element = h(
      "div",
      {},
      h("p", {}, h("label", {}, "Find ", this.finder)),
      this.evidence,
      h("div", { class: "wide" }, h("table", {}, head(heads), this.body)),
    );
  }

  /** @param {Finished[]} games */
  show(games) {
    this.games = games;
    this.list();
  }

  list() {
    const words = this.finder.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fitting = this.games.filter(({ a, b, verdict }) => {
      const text = `${a} ${b} ${verdict}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const shown = fitting.slice(-MOST_ROWS).reverse();
    this.body.replaceChildren(...shown.map((game) => this.row(game)));
  }

  /** @param {Finished} game */
  row(game) {
    const named = (/** @type {Agent} */ agent) => (agent === "A" ? game.a : game.b);
    const second = game.first === "A" ? "B" : "A";
    const result = game.winner
      ? `${named(game.winner)} wins`
      : game.verdict === "referee-error"
        ? "no result"
        : "draw";
    const whose = game.guilty ? ` by ${named(game.guilty)}` : "";
    return h(
      "tr",
      { "data-game": game.id },
      h("td", { class: "number" }, game.round + 1),
      h("td", {}, named(game.first)),
      h("td", {}, named(second)),
      h("td", {}, result),
      h("td", { class: "reason" }, `${game.verdict}${whose}: ${game.reason}`),
      h("td", { class: "number" }, game.plies),
      h(
        "td",
        {},
        button("Open", () => this.open(game)),
      ),
    );
  }

  /** @param {Finished} game */
  async open(game) {
    const answer = await fetch(`/live/games/${game.id}`);
    /** @type {Evidence} */
    const found = await answer.json();
    this.evidence.hidden = false;
    if (found.error) {
      this.evidence.replaceChildren(found.error);
      return;
    }
    const texts = Object.entries(found.texts).flatMap(([name, text]) => [
      h("h4", {}, name),
      h("pre", {}, text),
    ]);
    this.evidence.replaceChildren(
      h("h3", {}, `${game.a} against ${game.b}, round ${game.round + 1}, game ${game.number + 1}`),
      h(
        "p",
        {},
        h("a", { href: found.play, target: "_blank" }, "Play through"),
        h("a", { href: found.review, target: "_blank" }, "Review"),
      ),
      h("p", {}, `${found.verdict}: ${found.reason}`),
      ...(found.proof ? [proof(found.proof)] : []),
      ...texts,
    );
    this.evidence.scrollIntoView({ block: "nearest" });
  }
}

/** @param {NonNullable<Evidence["proof"]>} found */
function proof({ table, position, result, value }) {
  const text = `proof: ${position} is ${RESULTS.get(result)} by ${table}, value ${value}`;
  return h("p", { class: "reason" }, text);
}
