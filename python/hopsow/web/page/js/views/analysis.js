/**
 * Analysis: the engine's opinion of any position, lines to try, variations that are kept.
 *
 * It moves the cursor and adds variations; where the game stands and how it ended stays as it was,
 * until "Play from here".
 */

import { button, capital, confirm, copy, h, notify, save, say, side, written } from "../dom.js";
import { Explorer } from "../explorer.js";
import { labelled } from "../icons.js";
import { Notes } from "../notes.js";
import { certain, count, scored, short } from "../scores.js";
import { openSearchSettings, searchSettings } from "../search.js";
import { play as sound } from "../sound.js";
import { keep, recall } from "../store.js";
import { Table } from "../table.js";
import { turns } from "../tree.js";

/** @import { Page } from "../main.js" */
/** @import { Answers, BestLine, Questions, Report, Said, Turn, View } from "../types.d.ts" */

const TICK_MS = 500;
const FOREVER_S = 24 * 3600; // "until stopped": the server ends it with the page
const PV_LETTERS = 54; // of a line; two rows beside the score

export class AnalysisView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    this.page = page;
    this.game = page.game;
    this.isOn = recall("engine") ?? true;
    this.search = searchSettings();
    /** What the search counts in. */
    /** @type {Said | string} */
    this.unit = "";
    /** @type {(() => void)[]} */
    this.questions = [];
    /** @type {Report | null} */
    this.report = null;
    /** When the newest report came; null once the search is over. @type {number | null} */
    this.heardAt = null;
    this.ticking = window.setInterval(() => this.drawFigures(), TICK_MS);
    /** @type {BestLine[]} moves whose result is certain */
    this.values = [];
    this.table = new Table(page, {
      onMove: (move) => this.move(move),
      onWalk: (turn) => this.look(turn),
      onPath: () => this.mark(),
      onDraw: (shape) => this.notes.draw(shape),
      onFlip: () => page.save(),
      who: (side) => written(this.game.names[side]),
    });
    this.list = h("ol", {
      class: "lines",
      "aria-label": "Best lines",
      onmouseleave: () => this.endPreview(),
      onfocusout: (/** @type {FocusEvent} */ event) => {
        if (!this.list.contains(/** @type {Node | null} */ (event.relatedTarget)))
          this.endPreview();
      },
    });
    /** The line that is shown on the board; while it is, the list keeps still. */
    this.previewing = "";
    this.notes = new Notes(() => {
      page.save();
      this.table.moves.show(this.game);
      this.mark();
    });
    this.explorer = new Explorer(page, (move) => this.move(move));
    this.text = h("textarea", { rows: 2, readonly: true, "aria-label": "Position" });
    this.figures = h("p", { class: "figures" });
    this.number = h("span", { class: "number" });
    this.hint = h("p", { class: "hint" });
    this.status = h("p", { class: "quiet" });
    root.append(this.table.element, this.panel());
  }

  panel() {
    this.toggle = button("Engine", () => this.switch(), { "aria-pressed": String(this.isOn) });
    const change = button(
      labelled("settings", "Search"),
      () => openSearchSettings(this.page.wire, this.search, () => this.think()),
      { title: "How long, how deep, how many lines" },
    );
    return h(
      "section",
      { class: "panel", "aria-label": "Analysis" },
      h("h1", { class: "unseen" }, "Analyse"),
      h("div", { class: "row" }, this.toggle, change, this.table.flipButton),
      this.status,
      this.list,
      this.figures,
      this.hint,
      this.table.moves.element,
      this.table.walk,
      this.explorer.element,
      this.notes.element,
      h(
        "details",
        { class: "save" },
        h("summary", {}, "Save or copy"),
        this.text,
        h(
          "div",
          { class: "actions" },
          button("Copy", () => copy(this.text, "Copied.")),
          button("Text", () => save(this.text.value, "position.txt")),
          button("SVG", () => this.film("svg")),
          button("PNG", () => this.film("png")),
          button("Copy PNG", () => this.copyPicture()),
          button("GIF of the game", () => this.film("gif")),
        ),
      ),
      h(
        "div",
        { class: "actions" },
        button(labelled("forward", "Play from here"), () => this.playOn(), { class: "primary" }),
        button(labelled("main", "Make main line"), () => {
          this.game.promote(this.game.cursor);
          this.look(this.game.cursor);
        }),
        button(labelled("remove", "Remove"), () => this.remove(), { class: "danger" }),
      ),
    );
  }

  unmount() {
    this.forget();
    window.clearInterval(this.ticking);
    this.table.unmount();
    this.page.save();
  }

  async begin() {
    try {
      const { games } = await this.page.wire.ask("facts", {});
      this.unit = games.find((game) => game.name === this.game.name)?.unit ?? "";
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
    this.game.goTo(turn);
    this.notes.show(turn);
    await this.table.show(turn, true);
    if (this.game.cursor !== turn) return;
    this.page.save();
    const { view } = turn;
    this.status.textContent = capital(view?.outcome?.text ?? view?.notice ?? "");
    this.text.value = view?.position ?? "";
    this.explorer.show(turn);
    this.think();
  }

  /** @param {string} text */
  async move(text) {
    const at = this.game.cursor;
    try {
      const view = await this.page.wire.ask("play", { line: this.game.line(at), move: text });
      if (this.game.cursor !== at) return;
      const turn = this.game.play(at, view.moves[view.moves.length - 1], view);
      this.table.tell(turn);
      this.look(turn);
    } catch (error) {
      this.table.board.putDown();
      sound("refused");
      this.page.complain(error);
    }
  }

  playOn() {
    this.game.setTip(this.game.cursor);
    this.page.open("play");
  }

  remove() {
    const { cursor } = this.game;
    if (!cursor.parent) return;
    if (turns(this.game.tip).includes(cursor)) {
      notify("this move was played in the game: only variations can be removed", "refusal");
      return;
    }
    const { parent } = cursor;
    const remove = () => {
      parent.children.splice(parent.children.indexOf(cursor), 1);
      parent.next = parent.children[0] ?? null;
      this.look(parent);
    };
    if (!cursor.children.length && !cursor.comment) remove();
    else {
      const move = this.game.brief(cursor.move);
      confirm(say("Remove {move} and all after it?", { move }), "Remove", remove);
    }
  }

  /**
   * Save a drawing of the position, or of the whole game, which takes a while.
   * @param {"svg" | "png" | "gif"} format
   */
  async film(format) {
    notify("It is being drawn.");
    try {
      const { bytes, name } = await this.drawn(format);
      save(bytes, name);
    } catch (error) {
      this.page.complain(error);
    }
  }

  async copyPicture() {
    const type = "image/png";
    try {
      // A promise, since some browsers allow copying only at the click itself.
      const picture = this.drawn("png").then(({ bytes }) => new Blob([bytes], { type }));
      await navigator.clipboard.write([new ClipboardItem({ [type]: picture })]);
      notify("Copied.");
    } catch {
      notify("Copying is not possible here: save the picture instead.");
    }
  }

  /** @param {"svg" | "png" | "gif"} format */
  async drawn(format) {
    let end = this.game.cursor;
    while (format === "gif" && end.children.length) end = end.children[0];
    const line = this.game.line(end);
    const { text, name } = await this.page.wire.ask("draw", { format, line });
    return { bytes: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)), name };
  }

  /** Withdraw what was asked about another position. */
  forget() {
    this.previewing = "";
    for (const withdraw of this.questions) withdraw();
    this.questions = [];
    this.report = null;
    this.heardAt = null;
    this.values = [];
  }

  /** Ask about the position that is shown: for the best lines, and for what is certain. */
  think() {
    this.forget();
    const turn = this.game.cursor;
    this.table.bar.hidden = !this.isOn;
    const choices = turn.view?.legal_moves.length ?? 0;
    const rows = this.isOn ? Math.min(choices, this.search.lines) : 0;
    this.list.style.setProperty("--count", String(rows));
    this.draw(turn);
    if (!this.isOn || turn.view?.outcome) return;
    const line = this.game.line(turn);
    const { lines, seconds, depth, threads, hash_mb } = this.search;
    const limits = { seconds: seconds || FOREVER_S, depth: depth || undefined };
    this.heardAt = performance.now();
    this.ask(turn, "values", { line }, ({ values }) => (this.values = values));
    this.ask(turn, "analyse", { line, lines, threads, hash_mb, ...limits }, (report, isLast) => {
      this.report = report;
      this.heardAt = isLast ? null : performance.now();
    });
  }

  /**
   * @template {"values" | "analyse"} K whose parts are answers that still change
   * @param {Turn} turn
   * @param {K} ask
   * @param {Questions[K]} fields
   * @param {(answer: Answers[K], isLast: boolean) => void} take
   */
  async ask(turn, ask, fields, take) {
    const hear = (/** @type {any} */ answer, isLast = false) => {
      if (this.game.cursor !== turn) return;
      take(answer, isLast);
      this.draw(turn);
    };
    const question = this.page.wire.stream(ask, fields, hear);
    this.questions.push(question.withdraw);
    try {
      hear(await question.done, true);
    } catch (error) {
      this.page.complain(error);
    }
  }

  /** @param {Turn} turn */
  draw(turn) {
    const { report } = this;
    const { view } = turn;
    if (!view) return;
    this.drawBar(view);
    if (!this.previewing) {
      this.list.replaceChildren(...(report?.lines ?? []).map((line) => this.lineOf(turn, line)));
    }
    this.explorer.score(report?.lines ?? [], view, this.search.isMovers);
    this.drawFigures();
    const { hint } = report ?? {};
    const [words, command] = hint ? capital(hint).split(": ") : [];
    this.hint.replaceChildren(
      ...(command ? [`${words}: `, h("code", {}, command)] : words ? [words] : []),
    );
    this.mark();
  }

  /** How far the search has come: between two depths its time goes on, and so do its nodes. */
  drawFigures() {
    const { report } = this;
    const { view } = this.game.cursor;
    if (!this.isOn || !view || view.outcome) {
      this.figures.textContent = "";
      return;
    }
    const since = this.heardAt === null ? 0 : (performance.now() - this.heardAt) / 1000;
    const seconds = (report?.seconds ?? 0) + since;
    const nodes = (report?.nodes ?? 0) + since * (report?.nps ?? 0);
    const parts = report?.finished
      ? ["Nothing is left to find out"]
      : [
          this.heardAt === null ? "Stopped" : "Thinking",
          say("depth {depth}", { depth: report?.depth ?? 0 }),
          say(since > 0.1 ? "about {count} nodes" : "{count} nodes", { count: count(nodes) }),
          `${seconds.toFixed(1)} s`,
        ];
    const seen = this.search.isMovers ? view.to_move : view.sides[0];
    const plus = say("Plus is good for {side}, in {unit}.", { side: side(seen), unit: this.unit });
    this.figures.textContent = `${parts.map((part) => say(part)).join(" · ")}. ${plus}`;
  }

  /** @param {View} view */
  drawBar(view) {
    const best = this.report?.lines[0];
    const winner = view.outcome && (view.outcome.winner ?? "");
    const chance =
      winner !== undefined
        ? winner === ""
          ? 0.5
          : Number(winner === view.sides[0])
        : best?.chance;
    const { bar } = this.table;
    if (chance === undefined) return;
    let fill = /** @type {HTMLElement | null} */ (bar.querySelector(".fill"));
    if (!fill) {
      fill = h("div", { class: "fill" });
      bar.append(fill, this.number);
    }
    fill.style.height = `${100 * (1 - chance)}%`;
    const exact = view.outcome?.text ?? (best?.exact ? best.text : null);
    const score = best ? scored(best, view, this.search.isMovers) : "";
    const seen = this.search.isMovers ? view.to_move : view.sides[0];
    this.number.textContent = exact ? short(exact) : score;
    const words = exact
      ? capital(exact)
      : say("Evaluation for {side}: {score} {unit}", { side: side(seen), score, unit: this.unit });
    bar.setAttribute("aria-label", words);
    bar.title = words;
  }

  /** Arrows for the best moves; where results are certain, on the pieces or where they go. */
  mark() {
    const { board } = this.table;
    const { view } = this.game.cursor;
    if (!view || board.state.view !== view) return;
    const legal = new Map(view.legal_moves.map((move) => [move.text, move.squares]));
    const [chosen] = board.state.path;
    /** @type {Map<string, {text: string, tone: string}>} */
    const marks = new Map();
    for (const value of this.values) {
      const squares = legal.get(value.move) ?? [];
      const place = chosen === squares[0] ? squares[squares.length - 1] : chosen ? "" : squares[0];
      if (place && !marks.has(place)) marks.set(place, certain(value, view));
    }
    const arrows = (this.report?.lines ?? []).flatMap((line, rank) => {
      const squares = legal.get(line.move);
      if (!squares || (squares.length === 1 && marks.has(squares[0]))) return [];
      const open = {
        text: scored(line, view, this.search.isMovers),
        tone: rank === 0 ? "best" : "plain",
      };
      return [{ squares, rank, ...(line.exact ? certain(line, view) : open) }];
    });
    board.update({ arrows: arrows.reverse(), marks, drawn: this.game.cursor.drawn });
  }

  /** As much of a line as there is room for. @param {string[]} pv */
  fitting(pv) {
    let letters = 0;
    return pv.filter((move) => {
      letters += this.game.brief(move).length + 2;
      return letters <= PV_LETTERS;
    });
  }

  /** @param {Turn} turn @param {BestLine} line */
  lineOf(turn, line) {
    const moves = this.fitting(line.pv).map((move, index) =>
      h(
        "button",
        {
          type: "button",
          title: "Show; press to play up to here",
          onmouseenter: () => this.preview(turn, line.pv.slice(0, index + 1)),
          onfocus: () => this.preview(turn, line.pv.slice(0, index + 1)),
          onclick: () => this.follow(turn, line.pv.slice(0, index + 1)),
        },
        this.game.brief(move),
      ),
    );
    return h(
      "li",
      {},
      h(
        "span",
        { class: `score${line.exact ? " exact" : ""}` },
        turn.view && scored(line, turn.view, this.search.isMovers),
      ),
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
      const view = await this.page.wire.ask("view", {
        line: { ...line, moves: [...line.moves, ...pv] },
      });
      if (this.previewing === pv.join() && this.game.cursor === turn) this.table.board.show(view);
    } catch (error) {
      this.page.complain(error);
    }
  }

  endPreview() {
    if (!this.previewing) return;
    this.previewing = "";
    const { view } = this.game.cursor;
    if (view && this.table.board.state.view !== view) this.table.board.show(view, { isOpen: true });
    this.draw(this.game.cursor);
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
