/** Playing: people and agents take turns, with clocks, until somebody wins. */

import { Ahead } from "../ahead.js";
import { drawClocks, isNowLow } from "../clocks.js";
import { announce, button, capital, h, notify, say, toMove, written } from "../dom.js";
import { Hint } from "../hint.js";
import { labelled } from "../icons.js";
import { typed } from "../moves.js";
import { again, FRIEND, named, openNewGame } from "../players.js";
import { play as sound } from "../sound.js";
import { Table } from "../table.js";
import { Refusal, Withdrawn } from "../wire.js";
import { offerDraw, resign, verdict } from "./agreements.js";

/** @import { Game } from "../game.js" */
/** @import { Page } from "../main.js" */
/** @import { Ended, Turn, View } from "../types.d.ts" */

const TICK_MS = 100;

export class PlayView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    this.page = page;
    this.game = page.game;
    this.table = new Table(page, {
      onMove: (move) => this.move(move),
      onWalk: (turn) => this.look(turn),
      onAhead: (square) => this.plan(square),
      onFlip: () => page.save(),
      who: (side) => this.who(side),
    });
    this.ahead = new Ahead(this.table.board);
    this.hint = new Hint(page, this.table.board);
    /** @type {(() => void) | null} withdraws the question that an agent thinks about */
    this.withdraw = null;
    /** What went wrong when the agent was asked, until it is asked again. */
    this.trouble = "";
    /** Whether the move that is shown was just played. */
    this.isNews = false;
    /** @type {Turn | null} the move that is to be read out when it is shown */
    this.untold = null;
    this.tickedAt = performance.now();
    this.ticking = window.setInterval(() => this.tick(), TICK_MS);
    this.status = h("div", { class: "status", role: "group", "aria-label": "State of the game" });
    this.buttons = this.buildButtons();
    this.root = root;
    root.append(this.table.element, this.panel());
  }

  panel() {
    const input = h("input", {
      "aria-label": "Type a move",
      placeholder: "Type a move",
      autocomplete: "off",
    });
    this.form = h(
      "form",
      {
        class: "type-move",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const { view } = this.game.tip;
          if (view && input.value.trim()) this.move(typed(input.value, view));
          input.value = "";
        },
      },
      input,
      h("button", { type: "submit" }, "Play"),
    );
    return h(
      "section",
      { class: "panel", "aria-label": "The game" },
      h("h1", { class: "unseen" }, "Play"),
      this.status,
      this.table.moves.element,
      this.table.walk,
      h("div", { class: "actions" }, Object.values(this.buttons)),
      this.form,
    );
  }

  unmount() {
    this.game.leftAt = this.isThinking() ? performance.now() : null;
    delete this.root.dataset.state;
    this.withdraw?.();
    window.clearInterval(this.ticking);
    this.table.unmount();
    this.page.save();
  }

  async begin() {
    try {
      await this.page.look(this.game.root);
      await this.page.look(this.game.tip);
    } catch (error) {
      this.page.complain(error);
      return;
    }
    this.game.promote(this.game.tip);
    this.game.goTo(this.game.tip);
    this.game.chargeAbsence();
    this.next();
  }

  /** @param {number} side */
  isHuman(side) {
    return this.game.players[side] === "human";
  }

  /** Show where the game stands and let whoever is to move go on. */
  next() {
    const { game } = this;
    const { tip } = game;
    this.withdraw?.();
    this.withdraw = null;
    this.trouble = "";
    this.hint.forget();
    this.table.banner.hidden = true;
    const isMine = this.isHuman(game.toMove()) && !this.isOver();
    this.root.dataset.state = "busy";
    const isWatching = game.cursor === tip;
    const shown = this.table.show(game.cursor, isMine && isWatching, this.untold === game.cursor);
    this.untold = null;
    shown.then(() => game.tip === tip && this.rest(isMine));
    this.draw();
    this.page.save();
    // An agent thinks while the move before is shown; two of them wait for who watches.
    if (game.players.includes("human")) this.goOn();
  }

  /** The last move has been seen: the person may go on, or is told how the game ended. @param {boolean} isMine */
  rest(isMine) {
    const isOver = this.isOver();
    if (isMine || isOver) {
      this.root.dataset.state = isOver ? "over" : "open";
      this.draw();
    }
    if (isOver) {
      this.table.banner.textContent = say(verdict(this));
      this.table.banner.hidden = false;
    }
    if (isOver && this.game.ended === null && this.isNews) sound("end");
    this.isNews = false;
    if (!this.game.players.includes("human")) this.goOn();
    else if (isMine) this.playAhead();
  }

  /** A square was chosen while the opponent is to move: the first of a move to come. @param {string} square */
  plan(square) {
    const isWatching = this.game.cursor === this.game.tip;
    if (isWatching && !this.isOver() && this.game.players.includes("human"))
      this.ahead.choose(square);
  }

  /** Play what was chosen while the opponent thought. */
  playAhead() {
    const { view } = this.game.tip;
    if (!view) return;
    const { hadChoice, move } = this.ahead.take(view);
    if (move) this.move(move);
    else if (hadChoice) notify("the move you had chosen is not possible now");
  }

  async suggest() {
    try {
      const words = await this.hint.show(this.game.tip);
      if (words) notify(words);
    } catch (error) {
      this.page.complain(error);
    }
  }

  /** Let an agent think, if it is its turn. */
  goOn() {
    const isMine = this.isHuman(this.game.toMove());
    if (!this.isOver() && !isMine && !this.game.isPaused && !this.withdraw) this.askAgent();
  }

  isOver() {
    return this.game.ended !== null || !!this.game.tip.view?.outcome;
  }

  /**
   * Try a move of the person's.
   * @param {string} text
   */
  async move(text) {
    const { game, page } = this;
    const at = game.tip;
    this.tick();
    if (game.cursor !== at) {
      notify("this is an earlier position: go to the last one, or take back to here", "refusal");
      return;
    }
    if (this.isOver() || !this.isHuman(game.toMove())) {
      notify(this.isOver() ? "the game is over" : "it is the opponent's turn", "refusal");
      return;
    }
    try {
      this.root.dataset.state = "busy";
      await this.submit(at, text);
    } catch (error) {
      this.root.dataset.state = "open";
      this.table.board.putDown();
      sound("refused");
      page.complain(error);
    }
  }

  /** Play a move where the game stands. @param {Turn} at @param {string} move */
  async submit(at, move) {
    const { players } = this.game;
    const view = await this.page.wire.ask("play", { line: this.game.line(at), move, players });
    if (this.game.tip === at) this.advance(view);
  }

  /**
   * A move was played.
   * @param {View} view
   */
  advance(view) {
    const { game } = this;
    const side = game.toMove();
    const turn = game.play(game.tip, view.moves[view.moves.length - 1], view);
    game.promote(turn);
    const isWatching = game.cursor === game.tip;
    if (isWatching) game.setTip(turn);
    else game.tip = turn;
    this.news(turn);
    if (game.clocks) game.clocks.left[side] += 1000 * game.clocks.increment;
    this.next();
  }

  /** A move was just played: it is read out when it is shown, or at once. @param {Turn} turn */
  news(turn) {
    this.isNews = true;
    if (this.game.cursor === turn) this.untold = turn;
    else this.table.tell(turn);
  }

  async askAgent() {
    const { game, page } = this;
    const at = game.tip;
    const side = game.toMove();
    const clock = game.clocks && {
      seconds_left: Math.max(0.05, game.clocks.left[side] / 1000),
      increment: game.clocks.increment,
    };
    const question = page.wire.stream(
      "answer",
      { line: game.line(at), agent: game.players[side], ...clock },
      null,
    );
    this.withdraw = question.withdraw;
    try {
      const { view } = await question.done;
      this.tick();
      this.withdraw = null;
      if (game.tip === at && !this.isOver()) this.advance(view);
    } catch (error) {
      if (error instanceof Withdrawn) return;
      this.withdraw = null;
      this.game.isPaused = true;
      if (error instanceof Refusal) this.trouble = error.message;
      page.complain(error);
      this.draw();
    }
  }

  /** @param {Turn} turn */
  look(turn) {
    this.table.banner.hidden = true;
    const isMine = this.isHuman(this.game.toMove()) && !this.isOver();
    this.game.goTo(turn);
    this.table.show(turn, isMine && turn === this.game.tip);
    this.draw();
  }

  takeBack() {
    const { game } = this;
    let to = game.tip.parent;
    while (to?.parent && !this.isTurnOfHuman(to)) to = to.parent;
    if (to) this.rewind(to);
  }

  redo() {
    let to = this.game.tip.next;
    while (to?.next && !this.isTurnOfHuman(to)) to = to.next;
    if (to) this.rewind(to);
  }

  /** @param {Turn} turn */
  isTurnOfHuman(turn) {
    return this.isHuman(this.game.toMove(turn)) || !this.game.players.includes("human");
  }

  /** @param {Turn} to */
  async rewind(to) {
    this.withdraw?.();
    this.game.isPaused = !this.game.players.includes("human");
    this.game.setTip(to);
    await this.page.look(to);
    this.next();
  }

  /** @param {Ended["result"]} result @param {Ended["how"]} how */
  end(result, how) {
    this.game.ended = { result, how };
    sound("end");
    announce(capital(this.game.ending() ?? ""));
    this.next();
  }

  tick() {
    const now = performance.now();
    const passed = now - this.tickedAt;
    this.tickedAt = now;
    const { game } = this;
    const { clocks } = game;
    if (!clocks) return;
    const side = game.toMove();
    const view = game.tip.view;
    if (view && !this.isOver() && game.tip.ply > 0 && this.isThinking()) {
      const before = clocks.left[side];
      clocks.left[side] = Math.max(0, before - passed);
      if (this.isHuman(side) && isNowLow(before, clocks.left[side])) sound("low");
      if (clocks.left[side] === 0) {
        this.end(side === 0 ? "0-1" : "1-0", "out-of-time");
      }
    }
    drawClocks(this.table.element, clocks);
  }

  /** Whether somebody's time runs: an agent's while it is asked, a person's once all is shown. */
  isThinking() {
    return this.withdraw !== null || this.root.dataset.state === "open";
  }

  /** @param {number} side */
  who(side) {
    const people = this.game.players.filter((player) => player === "human").length;
    if (this.isHuman(side)) return written(this.game.names[side]) || (people === 1 ? "you" : "");
    return named(this.game.players[side]);
  }

  draw() {
    const { game } = this;
    const view = game.tip.view;
    const over = game.ending();
    const { state } = this.root.dataset;
    const isMine = this.isHuman(game.toMove()) && game.cursor === game.tip;
    if (over ? state !== "over" : isMine && state === "busy" && game.tip.parent) {
      // What a move leads to is told when it has been seen.
      this.status.replaceChildren(h("p", {}, "…"));
    } else if (over) {
      this.status.replaceChildren(
        h("p", { class: "result" }, capital(over)),
        h("div", { class: "actions" }, this.afterwards()),
      );
    } else {
      const waits = this.waits();
      const turn = view ? toMove(view) : "…";
      this.status.replaceChildren(
        h("p", { class: waits ? "thinking" : "" }, waits ? `${turn}: ${say(waits)}` : turn),
        view?.notice ? h("p", { class: "notice" }, capital(view.notice)) : "",
        this.trouble ? h("p", { class: "notice" }, capital(this.trouble)) : "",
      );
    }
    this.drawButtons(!!over);
  }

  /** What the person waits for, in words. @returns {string} */
  waits() {
    return this.isHuman(this.game.toMove()) || this.game.isPaused ? "" : "thinking";
  }

  /** What can be done after a game. */
  afterwards() {
    return [
      button(labelled("again", "Rematch"), () => this.rematch(false), { class: "primary" }),
      button(labelled("swap", "Swap sides"), () => this.rematch(true)),
      this.reviewButton(),
    ];
  }

  reviewButton() {
    return button(labelled("review", "Review"), () => this.page.open("review"));
  }

  /**
   * The buttons below the move list; they stay the same ones, so that none loses the focus.
   * @returns {Record<string, HTMLButtonElement>}
   */
  buildButtons() {
    const { page } = this;
    return {
      takeBack: button(labelled("undo", "Take back"), () => this.takeBack()),
      redo: button(labelled("redo", "Redo"), () => this.redo()),
      hint: button(labelled("hint", "Hint"), () => this.suggest()),
      flip: this.table.flipButton,
      analyse: button(labelled("analyse", "Analyse"), () => page.open("analysis")),
      toHere: button("Take back to here", () => this.rewind(this.game.cursor)),
      pause: button("Pause", () => this.pause()),
      newGame: button(labelled("add", "New game"), () => this.newGame()),
      friend: button(labelled("friend", "Play a friend"), () => this.newGame(FRIEND)),
      offer: button(labelled("draw", "Offer a draw"), () => offerDraw(this), { class: "apart" }),
      resign: button(labelled("flag", "Resign"), () => resign(this), { class: "danger" }),
    };
  }

  /** @param {boolean} isOver */
  drawButtons(isOver) {
    const { game, buttons } = this;
    const noPeople = !game.players.includes("human");
    buttons.takeBack.disabled = !game.tip.parent;
    buttons.redo.disabled = !game.tip.next;
    buttons.toHere.hidden = game.cursor === game.tip;
    buttons.pause.hidden = isOver || !(noPeople || this.game.isPaused);
    buttons.pause.textContent = say(this.game.isPaused ? "Go on" : "Pause");
    buttons.offer.hidden = buttons.resign.hidden = isOver || noPeople;
    buttons.hint.disabled = isOver || !this.isHuman(game.toMove());
  }

  pause() {
    this.game.isPaused = !this.game.isPaused;
    this.next();
  }

  /** Play the same once more. @param {boolean} isSwapped */
  rematch(isSwapped) {
    this.page.open("play", again(this.game, isSwapped));
  }

  /** @param {string} [opponent] to begin with */
  newGame(opponent) {
    const { page } = this;
    const begin = (/** @type {Game} */ game) =>
      game.players.includes(FRIEND) ? this.invite(game) : page.open("play", game);
    openNewGame(page.wire, this.game, begin, opponent);
  }

  /** Let the server hold a game for somebody else to join. @param {Game} game */
  async invite({ name, rules, players, clocks }) {
    try {
      const { key } = await this.page.wire.ask("meet", {
        game: name,
        rules: rules ?? undefined,
        side: players.indexOf("human"),
        minutes: clocks?.minutes,
        increment: clocks?.increment,
      });
      location.hash = `#/friend/${name}/${key}`;
    } catch (error) {
      this.page.complain(error);
    }
  }
}
