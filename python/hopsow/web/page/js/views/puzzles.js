/** Puzzles: positions with one right move, which come back until they are known. */

import { announce, button, capital, choice, h, say, side } from "../dom.js";
import { Game } from "../game.js";
import { Practice } from "../practice.js";
import { play as sound } from "../sound.js";
import { keep, recall } from "../store.js";
import { Table } from "../table.js";

/** @import { Page } from "../main.js" */
/** @import { OwnPuzzle, Puzzle, View } from "../types.d.ts" */

const JUDGE_SECONDS = 0.5;
const HARDEST = 5;
/** @type {Record<string, (puzzle: Puzzle | OwnPuzzle) => boolean>} */
const WANTED = {
  all: () => true,
  easy: (puzzle) => "grade" in puzzle && puzzle.grade <= 2,
  medium: (puzzle) => "grade" in puzzle && puzzle.grade === 3,
  hard: (puzzle) => "grade" in puzzle && puzzle.grade >= 4,
  own: (puzzle) => "played" in puzzle,
};
const CHOICES = /** @type {[string, string][]} */ ([
  ["all", "All"],
  ["easy", "Easy"],
  ["medium", "Medium"],
  ["hard", "Hard"],
  ["own", "My mistakes"],
]);

export class PuzzlesView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    this.page = page;
    /** The game under way is put aside, not lost. */
    this.aside = page.game;
    this.root = root;
    this.practice = new Practice(page.wire, page.game.name);
    /** @type {Puzzle[]} */
    this.puzzles = [];
    /** @type {Puzzle | OwnPuzzle | null} */
    this.puzzle = null;
    /** Whether the answer counts: the first one does, and asking for it is one. */
    this.isOpen = true;
    this.isDone = false;
    this.isGone = false;
    const wanted = recall("puzzles.wanted");
    this.wanted = wanted in WANTED ? wanted : "all";
    /** @type {Table | null} */
    this.table = null;
    this.task = h("div", {});
    this.said = h("p", { class: "verdict", role: "status" });
    this.actions = h("div", { class: "actions" });
    this.score = h("p", { class: "figures" });
    this.panel = h(
      "section",
      { class: "panel", "aria-label": "Puzzle" },
      h("h1", {}, "Puzzles"),
      this.task,
      this.said,
      this.actions,
      this.score,
      choice("Which", CHOICES, this.wanted, (value) => {
        this.wanted = value;
        keep("puzzles.wanted", value);
        this.pose();
      }),
    );
  }

  unmount() {
    this.isGone = true;
    delete this.root.dataset.state;
    delete this.root.dataset.puzzle;
    this.table?.unmount();
    this.page.game = this.aside;
  }

  async begin() {
    const { wire, game } = this.page;
    const [{ puzzles }] = await Promise.all([
      wire.ask("puzzles", { game: game.name }),
      this.practice.load(),
    ]);
    this.puzzles = puzzles;
    if (!this.isGone) await this.pose();
  }

  /** Those that are wanted. */
  chosen() {
    return [...this.practice.state.own, ...this.puzzles].filter(WANTED[this.wanted]);
  }

  /** Show the next puzzle. */
  async pose() {
    this.puzzle = this.practice.next(this.chosen(), this.puzzle?.id);
    this.isOpen = true;
    this.isDone = false;
    delete this.root.dataset.state;
    const { puzzle } = this;
    if (!puzzle) {
      this.said.className = "verdict";
      this.said.textContent = "";
      this.task.replaceChildren(
        h("p", {}, "No mistakes yet: review a game of yours, and they become puzzles."),
      );
      this.drawActions();
      if (!this.panel.isConnected) this.root.replaceChildren(this.panel);
      return;
    }
    const rules = "rules" in puzzle ? puzzle.rules : null;
    const game = new Game(this.aside.name, rules, puzzle.position);
    this.page.game = game;
    this.table?.unmount();
    this.table = new Table(this.page, { onMove: (move) => this.attempt(move), onWalk: () => {} });
    const { table } = this;
    const view = await this.page.look(game.root);
    if (this.isGone || this.puzzle !== puzzle) return;
    game.turned = table.sitsAbove(view.sides.indexOf(view.to_move));
    table.face();
    this.task.replaceChildren(
      h("p", {}, this.asked(puzzle, view)),
      h("p", { class: "quiet" }, this.kind(puzzle)),
    );
    this.say("", view.notice ? capital(view.notice) : "");
    this.root.replaceChildren(table.element, this.panel);
    this.drawActions();
    await table.show(game.root, true);
    if (this.isGone || this.puzzle !== puzzle) return;
    Object.assign(this.root.dataset, { state: "open", puzzle: puzzle.position });
    announce(this.asked(puzzle, view));
  }

  /** @param {Puzzle | OwnPuzzle} puzzle @param {View} view */
  asked(puzzle, view) {
    if ("played" in puzzle) {
      const move = this.page.game.brief(puzzle.played);
      return say("You played {move} here. Find a better move.", { move });
    }
    const text =
      puzzle.result === "win"
        ? "{side} to move and win. One move alone does it."
        : "{side} to move and draw. One move alone does it.";
    return capital(say(text, { side: side(view.to_move) }));
  }

  /** @param {Puzzle | OwnPuzzle} puzzle */
  kind(puzzle) {
    if ("played" in puzzle) return "From a game of yours";
    const dots = "●".repeat(puzzle.grade) + "○".repeat(HARDEST - puzzle.grade);
    const { grade, spoiling } = puzzle;
    const text = "{dots} Grade {grade} · {count} moves to choose from";
    return say(text, { dots, grade, count: spoiling + 1 });
  }

  /** @param {"" | "good" | "wrong"} kind @param {string} text */
  say(kind, text) {
    this.said.className = `verdict ${kind}`;
    this.said.textContent = say(text);
  }

  drawActions() {
    const { state } = this.practice;
    const next = button(this.isDone ? "Next" : "Skip", () => this.pose(), {
      class: this.isDone ? "primary" : null,
    });
    const show = button("Show the move", () => this.reveal(), { disabled: this.isDone });
    this.actions.replaceChildren(...(this.puzzle ? [show, next] : []));
    const due = this.practice.due(this.chosen());
    const { run, best } = state;
    this.score.textContent = say(
      "{run} in a row · best {best} · {solved} solved · {due} to repeat",
      { run, best, solved: this.practice.solved(), due },
    );
  }

  /** Count the first answer. @param {boolean} isRight */
  count(isRight) {
    if (this.isOpen && this.puzzle) this.practice.note(this.puzzle.id, isRight);
    this.isOpen = false;
  }

  /** @param {string} move */
  async attempt(move) {
    const { puzzle } = this;
    const { game, wire } = this.page;
    if (!puzzle || this.isDone) return;
    const line = game.line(game.root);
    try {
      const view = await wire.ask("play", { line, move });
      const [played] = view.moves;
      const isRight =
        "played" in puzzle
          ? (await wire.ask("judge", { line, move: played, seconds: JUDGE_SECONDS })).good
          : played === puzzle.move;
      if (this.isGone || this.puzzle !== puzzle) return;
      this.count(isRight);
      if (!isRight) {
        sound("refused");
        this.say("wrong", say(slip(puzzle), { move: game.brief(played) }));
        this.table?.show(game.root, true);
        this.drawActions();
        return;
      }
      this.finish(game, played, view, "good", right(puzzle));
    } catch (error) {
      sound("refused");
      this.page.complain(error);
    }
  }

  /** Play the move that was looked for. */
  async reveal() {
    const { puzzle } = this;
    const { game, wire } = this.page;
    if (!puzzle || this.isDone) return;
    this.count(false);
    try {
      const view = await wire.ask("play", { line: game.line(game.root), move: puzzle.move });
      if (this.isGone || this.puzzle !== puzzle) return;
      const said = say("The move is {move}.", { move: game.brief(puzzle.move) });
      this.finish(game, view.moves[0], view, "", said);
    } catch (error) {
      this.page.complain(error);
    }
  }

  /**
   * @param {Game} game @param {string} move @param {View} view
   * @param {"" | "good"} kind @param {string} text
   */
  async finish(game, move, view, kind, text) {
    this.isDone = true;
    const turn = game.play(game.root, move, view);
    game.setTip(turn);
    this.drawActions();
    await this.table?.show(turn, false);
    if (kind) sound("crown");
    this.say(kind, text);
  }
}

/** What is wrong with a move. @param {Puzzle | OwnPuzzle} puzzle */
function slip(puzzle) {
  if ("played" in puzzle) return "{move} is not the best here. Try again.";
  return puzzle.result === "win" ? "{move} does not win. Try again." : "{move} loses. Try again.";
}

/** @param {Puzzle | OwnPuzzle} puzzle */
function right(puzzle) {
  if ("played" in puzzle) return "Right: that is better.";
  return puzzle.result === "win"
    ? "Right: no other move wins."
    : "Right: no other move holds the draw.";
}
