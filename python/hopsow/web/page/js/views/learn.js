/** Lessons: the rules of a game in positions where the learner makes the move. */

import { announce, button, capital, h, notify, say, toMove } from "../dom.js";
import { Game } from "../game.js";
import { play as sound } from "../sound.js";
import { keep, recall } from "../store.js";
import { Table } from "../table.js";

/** @import { Page } from "../main.js" */
/** @import { Lesson, LessonStep } from "../types.d.ts" */

export class LearnView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    this.page = page;
    /** The game under way is put aside, not lost. */
    this.aside = page.game;
    this.root = root;
    /** @type {Lesson[]} */
    this.lessons = [];
    this.number = recall(`lesson.${page.game.name}`) ?? 0;
    /** @type {Table | null} */
    this.table = null;
    this.said = h("p", { class: "verdict", role: "status" });
    /** The steps that were done, by number. @type {number[]} */
    this.done = recall(`learnt.${page.game.name}`) ?? [];
  }

  unmount() {
    this.table?.unmount();
    this.page.game = this.aside;
  }

  async begin() {
    const { lessons } = await this.page.wire.ask("lessons", {});
    this.lessons = lessons.filter((lesson) => lesson.game === this.aside.name);
    const steps = this.steps();
    this.number = Math.min(this.number, steps.length - 1);
    this.show();
  }

  /** Every step with its lesson, in order. */
  steps() {
    return this.lessons.flatMap((lesson) => lesson.steps.map((step) => ({ lesson, step })));
  }

  async show() {
    const steps = this.steps();
    const { lesson, step } = steps[this.number];
    keep(`lesson.${this.aside.name}`, this.number);
    const game = new Game(this.aside.name, step.rules, step.position);
    this.page.game = game;
    this.table?.unmount();
    this.table = new Table(this.page, {
      onMove: (move) => this.attempt(move),
      onWalk: () => {},
    });
    const view = await this.page.look(game.root);
    game.turned = this.table.sitsAbove(game.toMove());
    this.table.face();
    this.said.className = "verdict";
    this.said.textContent = view.notice ? capital(view.notice) : toMove(view);
    this.root.replaceChildren(this.table.element, this.panel(lesson, step, false));
    this.table.show(game.root, true);
    announce(`${say(lesson.title)}. ${say(step.text)}`);
  }

  /** @param {Lesson} lesson @param {LessonStep} step @param {boolean} isDone */
  panel(lesson, step, isDone) {
    const steps = this.steps();
    const isLast = this.number === steps.length - 1;
    const contents = this.lessons.map((one) =>
      h(
        "li",
        {},
        button(
          say(one.title) + (this.isLearnt(one) ? " ✓" : ""),
          () => this.goTo(steps.findIndex((known) => known.lesson === one)),
          {
            "aria-current": one === lesson ? "step" : null,
          },
        ),
      ),
    );
    return h(
      "section",
      { class: "panel", "aria-label": "Lesson" },
      h("h1", {}, lesson.title),
      h("p", {}, isDone ? step.done : step.text),
      this.said,
      h(
        "div",
        { class: "actions" },
        button("Back", () => this.goTo(this.number - 1), { disabled: this.number === 0 }),
        button("Again", () => this.show()),
        isLast && isDone
          ? button(
              "Play a game",
              () => {
                this.page.game = this.aside;
                this.page.open("play");
              },
              { class: "primary" },
            )
          : button("Next", () => this.goTo(this.number + 1), {
              disabled: isLast,
              class: isDone ? "primary" : null,
            }),
      ),
      h(
        "p",
        { class: "quiet" },
        say("Step {number} of {count}", { number: this.number + 1, count: steps.length }),
      ),
      h("ol", { class: "lessons", "aria-label": "Lessons" }, contents),
    );
  }

  /** Whether every step of a lesson was done. @param {Lesson} lesson */
  isLearnt(lesson) {
    return this.steps().every(
      (known, index) => known.lesson !== lesson || this.done.includes(index),
    );
  }

  /** @param {number} number */
  goTo(number) {
    this.number = Math.max(0, Math.min(this.steps().length - 1, number));
    this.show();
  }

  /** @param {string} move */
  async attempt(move) {
    const { lesson, step } = this.steps()[this.number];
    const { game, wire } = this.page;
    try {
      const view = await wire.ask("play", { line: game.line(game.root), move });
      const played = view.moves[0];
      const isRight = !step.moves || step.moves.includes(played);
      if (!isRight) {
        sound("refused");
        notify(step.hint ?? "legal, but not what this lesson asks for: try again");
        this.table?.board.update({ path: [] });
        return;
      }
      const turn = game.play(game.root, played, view);
      game.setTip(turn);
      await this.table?.show(turn, false);
      sound("crown");
      this.done = [...new Set([...this.done, this.number])];
      keep(`learnt.${this.aside.name}`, this.done);
      this.said.className = "verdict good";
      this.said.textContent = say("Well done");
      announce(`${say("Well done")}. ${say(step.done)}`);
      this.root.lastElementChild?.replaceWith(this.panel(lesson, step, true));
    } catch (error) {
      sound("refused");
      this.page.complain(error);
    }
  }
}
