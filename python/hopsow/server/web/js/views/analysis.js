/** Analysis: the engine's opinion of any position, lines to try, variations that are kept. */

import { button, capital, choice, h } from "../dom.js";
import { short } from "../moves.js";
import { play as sound } from "../sound.js";
import { keep, recall } from "../store.js";
import { Table } from "../table.js";
import { Withdrawn } from "../wire.js";

/** @import { Page } from "../main.js" */
/** @import { Turn } from "../game.js" */
/** @import { View, Report, BestLine } from "../types.d.ts" */

const SECONDS = 30;
const PV_PLIES = 8;

export class AnalysisView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    this.page = page;
    this.game = page.game;
    this.isOn = recall("engine") ?? true;
    this.lines = recall("lines") ?? 3;
    /** @type {(() => void) | null} */
    this.withdraw = null;
    /** @type {Report | null} */
    this.report = null;
    this.table = new Table(page, {
      onMove: (move) => this.move(move),
      onWalk: (turn) => this.look(turn),
    });
    this.table.board.update({ flipped: false });
    this.list = h("ol", { class: "lines", "aria-label": "Best lines" });
    this.figures = h("p", { class: "figures" });
    this.status = h("p", { class: "quiet" });
    root.append(this.table.element, this.panel());
  }

  panel() {
    const toggle = button("Engine", () => this.switch(), { "aria-pressed": String(this.isOn) });
    this.toggle = toggle;
    const counts = /** @type {[string, string][]} */ ([1, 2, 3, 4, 5].map((n) => [`${n}`, `${n}`]));
    return h(
      "section",
      { class: "panel", "aria-label": "Analysis" },
      h(
        "div",
        { class: "row" },
        toggle,
        choice("Lines", counts, String(this.lines), (value) => {
          this.lines = Number(value);
          keep("lines", this.lines);
          this.think();
        }),
        this.table.flipButton,
      ),
      this.status,
      this.list,
      this.figures,
      this.table.moves.element,
      this.table.walk,
      h(
        "div",
        { class: "actions" },
        button("Play on from here", () => this.playOn()),
        button("Make this the main line", () => {
          this.game.promote(this.game.cursor);
          this.look(this.game.cursor);
        }),
        button("Remove from here", () => this.remove()),
      ),
    );
  }

  unmount() {
    this.withdraw?.();
    this.table.unmount();
    this.page.save();
  }

  refresh() {
    this.table.refresh();
  }

  async begin() {
    try {
      await this.page.look(this.game.root);
      await this.look(this.game.cursor);
    } catch (error) {
      this.page.complain(error);
    }
  }

  switch() {
    this.isOn = !this.isOn;
    keep("engine", this.isOn);
    this.toggle?.setAttribute("aria-pressed", String(this.isOn));
    this.think();
  }

  /** @param {Turn} turn */
  async look(turn) {
    this.game.setTip(turn);
    await this.table.show(turn, true);
    if (this.game.cursor !== turn) return;
    this.page.save();
    const { view } = turn;
    this.status.textContent = view?.outcome?.text ?? view?.notice ?? "";
    this.think();
  }

  /** @param {string} text */
  async move(text) {
    const at = this.game.cursor;
    try {
      const view = await this.page.wire.ask("play", { line: this.game.line(at), move: text });
      if (this.game.cursor !== at) return;
      const turn = this.game.play(at, view.moves[view.moves.length - 1], view);
      this.game.setTip(turn);
      this.table.tell(turn);
      this.look(turn);
    } catch (error) {
      sound("refused");
      this.page.complain(error);
    }
  }

  playOn() {
    this.game.ended = null;
    this.game.promote(this.game.cursor);
    this.page.open("play");
  }

  remove() {
    const { cursor } = this.game;
    if (!cursor.parent) return;
    cursor.parent.children.splice(cursor.parent.children.indexOf(cursor), 1);
    cursor.parent.next = cursor.parent.children[0] ?? null;
    this.look(cursor.parent);
  }

  /** Ask for the best lines of the position that is shown. */
  async think() {
    this.withdraw?.();
    this.withdraw = null;
    this.report = null;
    const turn = this.game.cursor;
    this.table.bar.hidden = !this.isOn;
    if (!this.isOn || turn.view?.outcome) {
      this.draw(turn);
      return;
    }
    const question = this.page.wire.stream(
      "analyse",
      { line: this.game.line(turn), lines: this.lines, seconds: SECONDS },
      (part) => this.hear(turn, part),
    );
    this.withdraw = question.withdraw;
    try {
      this.hear(turn, await question.done);
    } catch (error) {
      if (!(error instanceof Withdrawn)) this.page.complain(error);
    }
  }

  /** @param {Turn} turn @param {Report} report */
  hear(turn, report) {
    if (this.game.cursor !== turn) return;
    this.report = report;
    this.draw(turn);
  }

  /** @param {Turn} turn */
  draw(turn) {
    const { report } = this;
    const { view } = turn;
    if (!view) return;
    this.drawBar(view);
    const focused = document.activeElement?.getAttribute("data-pv");
    this.list.replaceChildren(...(report?.lines ?? []).map((line, rank) => this.lineOf(turn, line, rank)));
    if (focused) {
      /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-pv="${focused}"]`))?.focus();
    }
    this.figures.textContent = report?.depth
      ? `depth ${report.depth} · ${count(report.nodes)} nodes · ${count(report.nps)} a second`
      : "";
    if (this.table.board.state.view === view) this.mark(view);
  }

  /** @param {View} view */
  drawBar(view) {
    const best = this.report?.lines[0];
    const winner = view.outcome && (view.outcome.winner ?? "");
    const chance =
      winner !== undefined ? (winner === "" ? 0.5 : Number(winner === view.sides[0])) : best?.chance;
    const { bar } = this.table;
    bar.dataset.game = view.game;
    bar.classList.toggle("turned", this.table.board.state.flipped);
    if (chance === undefined) return;
    let fill = /** @type {HTMLElement | null} */ (bar.querySelector(".fill"));
    if (!fill) bar.append((fill = h("div", { class: "fill" })));
    fill.style.height = `${100 * (1 - chance)}%`;
    const text = view.outcome?.text ?? best?.text ?? "";
    bar.setAttribute("aria-label", `Evaluation for ${view.sides[0]}: ${text}`);
    bar.title = text;
  }

  /**
   * Arrows for the best moves; values where they are certain.
   * @param {View} view
   */
  mark(view) {
    const lines = this.report?.lines ?? [];
    const legal = new Map(view.legal_moves.map((move) => [move.text, move.squares]));
    const isAwari = view.game === "awari";
    /** @type {Map<string, {text: string, tone: string}>} */
    const marks = new Map();
    for (const line of lines.filter((known) => known.exact)) {
      const squares = legal.get(line.move);
      if (squares) marks.set(squares[squares.length - 1], certain(line, view));
    }
    const arrows = lines.flatMap((line, rank) => {
      const squares = legal.get(line.move);
      if (!squares || (isAwari && line.exact)) return [];
      return [{ squares, rank, text: line.text }];
    });
    this.table.board.update({ arrows: arrows.reverse(), marks });
  }

  /** @param {Turn} turn @param {BestLine} line @param {number} rank */
  lineOf(turn, line, rank) {
    const moves = line.pv.slice(0, PV_PLIES).map((move, index) =>
      h(
        "button",
        {
          type: "button",
          "data-pv": `${rank}.${index}`,
          title: "Show; press to play up to here",
          onmouseenter: () => this.preview(turn, line.pv.slice(0, index + 1)),
          onfocus: () => this.preview(turn, line.pv.slice(0, index + 1)),
          onmouseleave: () => this.endPreview(),
          onblur: () => this.endPreview(),
          onclick: () => this.follow(turn, line.pv.slice(0, index + 1)),
        },
        short(move),
      ),
    );
    return h(
      "li",
      {},
      h("span", { class: `score${line.exact ? " exact" : ""}` }, line.exact ? capital(line.text) : line.text),
      h("span", { class: "pv" }, moves),
    );
  }

  /**
   * Show a line on the board without playing it.
   * @param {Turn} turn
   * @param {string[]} pv
   */
  async preview(turn, pv) {
    const line = this.game.line(turn);
    this.previewing = pv.join();
    try {
      const view = await this.page.wire.ask("view", { line: { ...line, moves: [...line.moves, ...pv] } });
      if (this.previewing === pv.join() && this.game.cursor === turn) this.table.board.show(view);
    } catch (error) {
      this.page.complain(error);
    }
  }

  endPreview() {
    this.previewing = "";
    const { view } = this.game.cursor;
    if (!view || this.table.board.state.view === view) return;
    this.table.board.show(view, { isOpen: true });
    this.mark(view);
  }

  /**
   * Play a line into the game.
   * @param {Turn} turn
   * @param {string[]} pv
   */
  follow(turn, pv) {
    this.previewing = "";
    let at = turn;
    for (const move of pv) at = this.game.play(at, move, null);
    this.look(at);
  }
}

/** @param {BestLine} line @param {View} view */
function certain(line, view) {
  const mine = view.to_move === view.sides[0] ? line.chance : 1 - line.chance;
  const tone = mine > 0.5 ? "win" : mine < 0.5 ? "loss" : "draw";
  const distance = line.text.match(/in (\d+)/)?.[1];
  return { tone, text: tone + (distance ? ` ${distance}` : "") };
}

/** @param {number} number */
function count(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e3 ? `${(number / 1e3).toFixed(0)} k` : String(Math.round(number));
}
