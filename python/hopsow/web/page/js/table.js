/**
 * The board with what lies around it in every view: the players' strips, the move list, the
 * buttons and keys that walk through the game.
 */

import { Board } from "./board/board.js";
import {
  announce,
  button,
  capital,
  dismiss,
  h,
  side as named,
  notify,
  say,
  toMove,
} from "./dom.js";
import { labelled } from "./icons.js";
import { aloud, MoveList, walkButtons, walked } from "./moves.js";
import { play as sound } from "./sound.js";
import { settings } from "./store.js";

/** @import { Page } from "./main.js" */
/** @import { TableEvents, Turn, View } from "./types.d.ts" */

export class Table {
  /** @param {Page} page @param {TableEvents} events */
  constructor(page, events) {
    this.page = page;
    this.events = events;
    this.board = new Board(page.game.name, {
      onMove: events.onMove,
      onAttempt: events.onMove,
      onPath: events.onPath,
      onAhead: events.onAhead,
      onDraw: events.onDraw,
      onWhy: (square) => this.explain(square),
      onSeveralWays: (square) =>
        notify(
          say("several ways lead to {square}: choose the squares on the way", { square }),
          "note",
        ),
    });
    this.top = h("div", { class: "strip" });
    this.bottom = h("div", { class: "strip" });
    this.bar = h("div", { class: "bar", hidden: true, role: "img", "aria-label": "Evaluation" });
    this.moves = new MoveList((turn) => events.onWalk(turn), events.note);
    this.walk = walkButtons((to) => events.onWalk(walked(page.game, to)));
    this.flipButton = button(labelled("flip", "Flip"), () => this.flip(), {
      title: "Turn the board around (F)",
    });
    /** What is said across the board when a game is over. */
    this.banner = h("p", { class: "banner", hidden: true });
    this.element = h(
      "section",
      { class: "table", "aria-label": "Board" },
      this.top,
      h("div", { class: "board-row" }, this.bar, this.board.element, this.banner),
      this.bottom,
    );
    this.keys = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.keys);
    this.face();
  }

  unmount() {
    document.removeEventListener("keydown", this.keys);
    this.board.animation?.stop();
  }

  /** Turn the board so that a person who plays alone sits below, or as it was turned by hand. */
  face() {
    const people = this.page.game.players.map((player) => player === "human");
    const below = people[0] === people[1] ? -1 : people.indexOf(true);
    const isAbove = below >= 0 && this.sitsAbove(below);
    this.board.update({ flipped: isAbove !== this.page.game.turned });
  }

  /** Where a side sits while the board is not flipped. @param {number} side */
  sitsAbove(side) {
    return (side === 0) === (this.board.layout.firstSits === "above");
  }

  flip() {
    this.page.game.turned = !this.page.game.turned;
    this.face();
    this.drawStrips();
    this.events.onFlip?.();
  }

  refresh() {
    this.board.update({ showTargets: settings.targets, showNumbers: settings.numbers });
  }

  /**
   * Show a turn: as a move where it follows what is shown or about to be, at once otherwise. News is
   * also read out, when it begins to be shown.
   * @param {Turn} turn
   * @param {boolean} isOpen
   * @param {boolean} [isNews]
   */
  async show(turn, isOpen, isNews = false) {
    const view = await this.page.look(turn, this.page.game, [], isOpen);
    if (this.page.game.cursor !== turn) return;
    const follows = turn.parent?.view && turn.parent.view === this.board.coming;
    await this.board.show(view, {
      story: follows ? view.story : null,
      isOpen,
      onBegin: () => {
        if (follows) dismiss("refusal");
        if (isNews) this.tell(turn);
        this.moves.show(this.page.game);
        this.drawStrips();
      },
    });
    if (this.page.game.cursor === turn) this.drawStrips();
  }

  /**
   * Read a move out.
   * @param {Turn} turn
   */
  tell(turn) {
    const { view } = turn;
    if (!view) return;
    const { sides, story, outcome } = view;
    const won = this.won(view).map((text, side) => text && `${say(named(sides[side]))} ${text}`);
    const took = story?.taken.length
      ? `, ${say("a capture")}: ${won.filter(Boolean).join(", ")}`
      : "";
    const crowned = story?.crowned ? `, ${say("crowned")}` : "";
    const then = outcome ? capital(outcome.text) : toMove(view);
    const notice = !outcome && view.notice ? `, ${say(view.notice)}` : "";
    announce(
      `${say(named(sides[turn.side ?? 0]))} ${aloud(turn.move)}${took}${crowned}. ${then}${notice}.`,
    );
  }

  /** @param {View | null} [view] */
  drawStrips(view = this.page.game.cursor.view) {
    const { ended, cursor, tip } = this.page.game;
    const isOver = !!view?.outcome || (ended !== null && cursor === tip);
    const { flipped } = this.board.state;
    this.bar.classList.toggle("turned", this.sitsAbove(0) === flipped);
    const strips = [0, 1].map((side) =>
      this.sitsAbove(side) === flipped ? this.bottom : this.top,
    );
    const shown = this.board.state.view;
    const won = shown ? this.won(shown) : [];
    strips.forEach((strip, side) => {
      const name = view?.sides[side] ?? "";
      const isTurn = !!view && !isOver && view.to_move === name;
      strip.className = `strip${isTurn ? " turn" : ""}`;
      strip.replaceChildren(
        h("span", { class: `man ${side === 0 ? "first" : "second"}`, "aria-hidden": "true" }),
        h("strong", {}, name && capital(named(name))),
        h("span", { class: "who" }, this.events.who?.(side)),
        h("span", { class: "won" }, won[side]),
        h("span", { class: "clock", "data-clock": side }),
      );
    });
  }

  /** What each side has won so far, in words. @param {View} view */
  won(view) {
    return this.board.layout.won?.(view, this.page.game.root.view ?? view) ?? ["", ""];
  }

  /** @param {string} square */
  async explain(square) {
    sound("refused");
    const view = this.board.state.view;
    if (!view) return;
    const known = view.refusals[square];
    if (known) {
      notify(known, "refusal");
      return;
    }
    try {
      const { reason } = await this.page.wire.ask("why", { line: this.page.game.line(), square });
      notify(reason, "refusal");
    } catch (error) {
      this.page.complain(error);
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {Element | null} */ (event.target);
    if (target?.closest("input, select, textarea, dialog, [role=grid]")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (to) this.events.onWalk(walked(this.page.game, to));
    else if (event.key === "f") this.flip();
    else return;
    event.preventDefault();
  }
}
