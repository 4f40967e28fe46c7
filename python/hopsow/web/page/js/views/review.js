/** Review: how a finished game went, where it turned, and what was better there. */

import { button, capital, h, side as named, notify, say, written } from "../dom.js";
import { graph } from "../graph.js";
import { Practice } from "../practice.js";
import { play as sound } from "../sound.js";
import { keepReview, recallReview } from "../store.js";
import { Table } from "../table.js";
import { numberOf, turns } from "../tree.js";

/** @import { Page } from "../main.js" */
/** @import { Evaluation, Said, Turn, TurningPoint } from "../types.d.ts" */

const SECONDS = 0.25;
const JUDGE_SECONDS = 0.5;
const NAMES = ["blunder", "mistake", "inaccuracy"];
/** @type {Record<string, string>} */
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };

export class ReviewView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    this.page = page;
    this.game = page.game;
    /** The game's line as it was played; what the learner tries hangs beside it. */
    this.line = turns(this.game.tip);
    /** Under which its review is kept. */
    this.address = JSON.stringify(this.game.line(this.game.tip));
    /** @type {Evaluation[]} */
    this.evaluations = [];
    /** @type {TurningPoint[]} */
    this.points = [];
    /** @type {Record<string, number>} of each side that has moved, in per cent */
    this.accuracy = {};
    /** @type {TurningPoint | null} the one whose better move is looked for */
    this.task = null;
    /** @type {TurningPoint | null} the one whose task is drawn */
    this.posed = null;
    /** @type {(() => void) | null} */
    this.withdraw = null;
    this.table = new Table(page, {
      onMove: (move) => this.attempt(move),
      onWalk: (turn) => this.look(turn),
      onFlip: () => page.save(),
      note: (turn) => this.note(turn),
      who: (side) => written(this.game.names[side]),
    });
    this.head = h("div", {});
    this.marks = h("table", { class: "accuracy", "aria-label": "How each side played" });
    this.list = h("ul", { class: "points", "aria-label": "Turning points" });
    this.exercise = h("div", { role: "group", "aria-label": "Find the better move" });
    root.append(
      this.table.element,
      h(
        "section",
        { class: "panel", "aria-label": "Review" },
        this.head,
        this.exercise,
        this.marks,
        this.list,
        this.table.moves.element,
        this.table.walk,
        h(
          "div",
          { class: "actions" },
          this.table.flipButton,
          button("Analyse", () => page.open("analysis")),
        ),
      ),
    );
  }

  unmount() {
    this.withdraw?.();
    this.table.unmount();
    this.game.cursor = this.game.tip;
  }

  async begin() {
    this.draw();
    try {
      await this.page.look(this.game.root);
      this.look(this.game.tip);
      if (this.line.length > 1) await this.run();
      else this.draw();
    } catch (error) {
      this.page.complain(error);
    }
  }

  /** Have the whole game evaluated. */
  async run() {
    const { address } = this;
    const known = recallReview(address);
    if (known) {
      Object.assign(this, known);
      this.draw();
      this.table.moves.show(this.game);
      await this.learn();
      return;
    }
    this.draw();
    const question = this.page.wire.stream(
      "review",
      { line: this.game.line(this.game.tip), seconds: SECONDS },
      (part) => {
        this.evaluations[part.ply] = part;
        this.draw();
      },
    );
    this.withdraw = question.withdraw;
    const { turning_points, accuracy } = await question.done;
    this.points = turning_points;
    this.accuracy = accuracy;
    this.withdraw = null;
    const { evaluations, points } = this;
    keepReview(address, { evaluations, points, accuracy });
    this.draw();
    this.table.moves.show(this.game);
    await this.learn();
  }

  /** The mistakes of a person who played an agent become puzzles. */
  async learn() {
    if (this.game.players.filter((player) => player === "human").length !== 1) return;
    const mistakes = [];
    for (const { ply, best, played } of this.tasks()) {
      const { position, rules } = await this.page.look(this.line[ply], this.game);
      const id = `${this.game.id}.${ply}`;
      mistakes.push({ id, position, rules, move: best, played });
    }
    const practice = new Practice(this.page.wire, this.game.name);
    await practice.load();
    const count = practice.add(mistakes);
    if (count)
      notify(
        count === 1
          ? "Your mistake is a puzzle now."
          : say("{count} mistakes of yours are puzzles now.", { count }),
      );
  }

  /** @param {Turn} turn */
  look(turn) {
    this.game.goTo(turn);
    const isTask = this.task !== null && this.line[this.task.ply] === turn;
    this.table.show(turn, isTask).then(() => this.mark(turn));
    this.draw();
  }

  /** Where a move that changed the game ended, its sign lies on the board. @param {Turn} turn */
  mark(turn) {
    const point = this.points.find((known) => this.line[known.ply + 1] === turn);
    const square = this.table.board.state.last.at(-1);
    if (!point || !square || this.game.cursor !== turn) return;
    const tone = point.name === "blunder" ? "loss" : "doubt";
    const marks = new Map([[square, { text: SIGNS[point.name], tone }]]);
    this.table.board.update({ marks });
  }

  /** How often a side played so. @param {string} side @param {string} name */
  counted(side, name) {
    return this.points.filter((point) => point.side === side && point.name === name).length;
  }

  /** @param {Turn} turn */
  note(turn) {
    const point = this.points.find((known) => this.line[known.ply + 1] === turn);
    return point ? { name: point.name, title: capital(point.text) } : null;
  }

  draw() {
    const isReady = this.evaluations.length === this.line.length;
    const here = this.line.indexOf(this.game.cursor);
    if (this.line.length < 2) {
      this.head.replaceChildren(
        h("h1", {}, "Review"),
        h("p", {}, "There is no game to review yet. Play one, or open one in the editor."),
      );
      return;
    }
    const chances = this.evaluations.map((evaluation) => evaluation.chance);
    const evaluation = this.evaluations[here];
    const first = this.game.root.view?.sides[0] ?? "";
    this.head.replaceChildren(
      h("h1", {}, "Review"),
      graph(chances, this.line.length, here, this.points, first, (ply) =>
        this.look(this.line[ply]),
      ),
      isReady
        ? h(
            "p",
            { class: "figures" },
            evaluation ? say("Evaluation: {score}", { score: evaluation.text }) : "",
          )
        : h("progress", {
            max: this.line.length,
            value: this.evaluations.length,
            "aria-label": "Positions evaluated",
          }),
    );
    if (!this.list.children.length) {
      this.drawMarks();
      if (isReady && !this.withdraw) this.drawPoints();
    }
    this.drawExercise();
  }

  /** How each side played; before that is known, the room for it, so that nothing jumps. */
  drawMarks() {
    const known = Object.keys(this.accuracy);
    const names = known.length ? known : (this.game.root.view?.sides ?? ["–", "–"]);
    const sides = names.slice(0, this.line.length - 1).map((side) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, side === "–" ? side : capital(named(side))),
        h("td", {}, known.length ? `${this.accuracy[side].toFixed(1)} %` : "–"),
        NAMES.map((name) => h("td", {}, known.length ? this.counted(side, name) : "–")),
      ),
    );
    const head = ["Side", "Accuracy", "Blunders", "Mistakes", "Inaccuracies"].map((title) =>
      h("th", { scope: "col" }, title),
    );
    this.marks.replaceChildren(h("thead", {}, h("tr", {}, head)), h("tbody", {}, sides));
  }

  drawPoints() {
    const items = this.points.map((point) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", onclick: () => this.look(this.line[point.ply + 1]) },
          h("span", { class: `name ${point.name}` }, capital(point.name)),
          `${numberOf(this.line[point.ply + 1])}. ${say(named(point.side))} ${this.game.brief(point.played)}`,
        ),
        button("What was better", () => this.showBetter(point)),
      ),
    );
    if (!items.length) items.push(h("li", { class: "quiet" }, "No move changed the game by much."));
    this.list.replaceChildren(...items);
  }

  /**
   * Play the better line on the board, beside the game.
   * @param {TurningPoint} point
   */
  async showBetter(point) {
    const better = this.evaluations[point.ply]?.better ?? [point.best];
    const at = this.line[point.ply];
    const main = at.next;
    let turn = at;
    for (const move of better) turn = this.game.play(turn, move, null);
    at.next = main;
    const line = better.map((move) => this.game.brief(move)).join(" ");
    notify(`${capital(point.text)}: ${line}`);
    try {
      await this.page.look(turn);
    } catch (error) {
      this.page.complain(error);
      return;
    }
    this.look(at.children.find((child) => child.move === better[0]) ?? at);
  }

  /** The turning points to find better moves for: a person who played an agent asks for its own. */
  tasks() {
    const people = [0, 1].filter((side) => this.game.players[side] === "human");
    if (people.length !== 1) return this.points;
    const own = this.game.root.view?.sides[people[0]];
    return this.points.filter((point) => point.side === own);
  }

  drawExercise() {
    if (!this.tasks().length) {
      this.exercise.replaceChildren();
      return;
    }
    if (!this.task) {
      this.exercise.replaceChildren(
        button("Find the better moves", () => this.pose(0), { class: "primary" }),
      );
      return;
    }
    if (this.posed === this.task) return;
    this.posed = this.task;
    this.drawTask(this.task, null);
  }

  /** @param {number} index */
  pose(index) {
    this.task = this.tasks()[index] ?? null;
    this.posed = null;
    this.look(this.task ? this.line[this.task.ply] : this.game.tip);
  }

  /** @param {TurningPoint} task @param {{good: boolean, text: Said} | null} verdict */
  drawTask(task, verdict) {
    const tasks = this.tasks();
    const index = tasks.indexOf(task);
    const isLast = index === tasks.length - 1;
    this.exercise.replaceChildren(
      h(
        "div",
        { class: "task" },
        h("h2", {}, say("{number} of {count}", { number: index + 1, count: tasks.length })),
        h(
          "p",
          {},
          capital(
            say("{side} played {move} here. Find a better move.", {
              side: named(task.side),
              move: this.game.brief(task.played),
            }),
          ),
        ),
        verdict
          ? h(
              "p",
              { class: verdict.good ? "good" : "wrong", role: "status" },
              capital(verdict.text),
            )
          : "",
        h(
          "div",
          { class: "actions" },
          button("Show it", () => this.showBetter(task)),
          button("Again", () => this.pose(index)),
          button(isLast ? "Done" : "Next", () => this.pose(isLast ? -1 : index + 1), {
            class: verdict?.good ? "primary" : null,
          }),
        ),
      ),
    );
  }

  /** @param {string} move */
  async attempt(move) {
    const { task } = this;
    if (!task) return;
    const line = this.game.line(this.line[task.ply]);
    try {
      const verdict = await this.page.wire.stream(
        "judge",
        { line, move, seconds: JUDGE_SECONDS },
        null,
      ).done;
      if (this.task !== task) return;
      sound(verdict.good ? "crown" : "refused");
      this.drawTask(task, verdict);
      const at = this.line[task.ply];
      if (verdict.good) this.look(this.game.play(at, move, null));
      else this.table.show(at, true);
    } catch (error) {
      this.page.complain(error);
    }
  }
}
