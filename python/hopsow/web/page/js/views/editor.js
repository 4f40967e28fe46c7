/**
 * Positions and games as text and by hand: edit, paste, drop, save, share.
 *
 * What is edited is a draft: the game under way stays as it is until the draft is played or analysed,
 * and is then one step back in the history.
 */

import { layouts } from "../../games/index.js";
import {
  button,
  capital,
  choice,
  copy,
  h,
  notify,
  openDialog,
  save,
  say,
  side,
  written,
} from "../dom.js";
import { Game } from "../game.js";
import { Table } from "../table.js";
import { Refusal } from "../wire.js";

/** @import { Page } from "../main.js" */
/** @import { Content } from "../board/types.d.ts" */
/** @import { View, Found, Said } from "../types.d.ts" */

const DRAGS = /** @type {const} */ (["dragover", "dragleave", "drop"]);
const MAX_TEXT = 200_000; // letters, and bytes of a file

export class EditorView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    this.page = page;
    this.game = page.game;
    this.layout = layouts[this.game.name];
    this.tool = this.layout.tools[0].name;
    /** @type {View | null} the position, while it is one */
    this.view = null;
    this.toMove = "";
    this.checks = 0;
    /** @type {{shown: Content[], toMove: string}[]} what lay here before each change */
    this.changes = [];
    this.table = new Table(page, {
      onMove: () => {},
      onWalk: () => {},
      onFlip: () => page.save(),
    });
    this.table.board.events.onSquare = (square) => this.paint(square);
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.palette = h("div", {
      class: "palette",
      role: "group",
      "aria-label": "What a click puts down",
    });
    this.sideField = h("div", {});
    this.counts = h("div", { class: "row" });
    this.source = h("textarea", {
      rows: 3,
      "aria-label": "Text to open",
      spellcheck: "false",
      placeholder: "Paste a position, a course format, a record or an evidence file",
    });
    this.output = h("textarea", { rows: 3, readonly: true, "aria-label": "Saved text" });
    this.undoButton = button("Undo", () => this.undo(), { disabled: true });
    root.append(this.table.element, this.panel());
    this.root = root;
    this.drop = (/** @type {DragEvent} */ event) => this.dropped(event);
    for (const kind of DRAGS) root.addEventListener(kind, this.drop);
  }

  panel() {
    const file = h("input", {
      type: "file",
      class: "unseen",
      id: "file",
      onchange: () => this.openFile(file.files?.[0]),
    });
    return h(
      "section",
      { class: "panel", "aria-label": "Editor" },
      h("h1", {}, "Editor"),
      this.palette,
      this.sideField,
      this.counts,
      this.verdict,
      h(
        "div",
        { class: "actions" },
        button("Play from here", () => this.leave("play"), { class: "primary" }),
        button("Analyse", () => this.leave("analysis")),
        this.undoButton,
        button("Start position", () => this.reset()),
        button("Clear", () => this.clear()),
        this.table.flipButton,
      ),
      h(
        "details",
        { open: true },
        h("summary", {}, "Open a position or game"),
        this.source,
        h(
          "div",
          { class: "actions" },
          button("Open", () => this.open(this.source.value)),
          file,
          h("label", { class: "file", for: "file" }, "Choose a file…"),
        ),
        h("p", { class: "quiet" }, "Or drop a file anywhere on this page."),
      ),
      h(
        "details",
        { open: true },
        h("summary", {}, "Save or share the game"),
        h(
          "div",
          { class: "actions" },
          button("Record", () => this.write("record")),
          button("Position", () => this.write("position")),
          button("Course format", () => this.write("course")),
          button("Picture", () => this.write("picture")),
          button("Link", () => this.copy(this.link(), "The link carries the whole game. Copied.")),
        ),
        this.output,
        h(
          "div",
          { class: "actions" },
          button("Copy", () => this.copy(this.output.value, "Copied.")),
          button("Download", () => save(this.output.value, this.fileName ?? "hopsow.txt")),
        ),
      ),
    );
  }

  unmount() {
    this.table.unmount();
    for (const kind of DRAGS) this.root.removeEventListener(kind, this.drop);
  }

  async begin() {
    this.drawPalette();
    try {
      const view = await this.page.look(this.game.tip);
      this.place(view);
    } catch (error) {
      this.page.complain(error);
    }
  }

  /** @param {View} view */
  place(view) {
    this.view = view;
    this.toMove = view.to_move;
    this.sides = view.sides;
    this.table.board.show(view);
    this.table.drawStrips(view);
    this.undoButton.disabled = !this.changes.length;
    this.accept(view);
    this.drawSide();
    this.drawCounts();
  }

  drawPalette() {
    const buttons = this.layout.tools.map(({ name, label, picture }) =>
      button(
        picture(),
        () => {
          this.tool = name;
          this.drawPalette();
        },
        {
          "aria-label": capital(label),
          title: capital(label),
          "aria-pressed": String(name === this.tool),
        },
      ),
    );
    this.palette.replaceChildren(...buttons);
  }

  drawSide() {
    const sides = /** @type {[string, string][]} */ (
      (this.sides ?? []).map((name) => [name, capital(side(name))])
    );
    this.sideField.replaceChildren(
      choice("To move", sides, this.toMove, (side) => this.arrange(this.shown(), side)),
    );
  }

  drawCounts() {
    const fields = this.layout.counts.map(({ index, label, max }) => {
      const input = h("input", {
        type: "number",
        min: 0,
        max,
        value: this.shown()[index],
        onchange: () => this.change(index, Math.max(0, Math.round(Number(input.value) || 0))),
      });
      return h("label", { class: "field" }, h("span", {}, label), input);
    });
    this.counts.replaceChildren(...fields);
  }

  shown() {
    return this.table.board.state.shown;
  }

  /** @param {string} square */
  paint(square) {
    if (!this.sides) return; // nothing lies there yet
    const index = this.layout.index(square);
    this.change(index, this.layout.painted(this.shown()[index], this.tool));
  }

  /** @param {number} index @param {Content} content */
  change(index, content) {
    this.arrange(this.shown().with(index, content));
  }

  /** Lay out something else. @param {Content[]} shown @param {string} [toMove] */
  arrange(shown, toMove = this.toMove) {
    this.changes.push({ shown: this.shown(), toMove: this.toMove });
    this.lay(shown, toMove);
  }

  undo() {
    const before = this.changes.pop();
    if (before) this.lay(before.shown, before.toMove);
  }

  /** @param {Content[]} shown @param {string} toMove */
  lay(shown, toMove) {
    this.toMove = toMove;
    this.table.board.update({ shown, last: [] });
    this.undoButton.disabled = !this.changes.length;
    this.drawSide();
    this.drawCounts();
    this.check();
  }

  /** Ask whether what lies here is a position. */
  async check() {
    const number = ++this.checks;
    try {
      const view = await this.page.wire.ask("set-up", {
        game: this.game.name,
        rules: this.game.rules ?? undefined,
        to_move: this.toMove,
        ...this.layout.setUp(this.shown()),
      });
      if (number !== this.checks) return;
      this.view = view;
      this.draft(new Game(this.game.name, this.game.rules, view.position), view);
      this.accept(view);
    } catch (error) {
      if (number !== this.checks) return;
      this.view = null;
      this.refuse(error);
    }
  }

  /** @param {View} view */
  accept(view) {
    this.verdict.className = "verdict";
    const moves = view.legal_moves.length;
    const isBare = this.shown().every((content) => content === this.layout.empty);
    this.verdict.textContent = capital(
      isBare
        ? "The board is empty"
        : (view.outcome?.text ??
            say(
              moves === 1 ? "{side} to move, 1 legal move" : "{side} to move, {moves} legal moves",
              {
                side: side(view.to_move),
                moves,
              },
            )),
    );
  }

  /** @param {unknown} error */
  refuse(error) {
    if (!(error instanceof Refusal)) throw error;
    this.verdict.className = "verdict wrong";
    const { said } = error;
    const reason = said.kind === "text.at" ? said.arguments.problem : said; // without its place
    this.verdict.textContent = say("Impossible: {reason}", { reason });
  }

  /**
   * What will be played or analysed; the game under way, if this is where it stands.
   * @param {Game} game
   * @param {View} view
   */
  draft(game, view) {
    const whole = this.page.game;
    game.root.view = view;
    game.players = whole.players;
    game.turned = whole.turned;
    this.game = whole.tip.view?.position === view.position ? whole : game;
    this.table.drawStrips(view);
  }

  async reset() {
    const game = new Game(this.game.name, this.game.rules);
    try {
      const view = await this.page.look(game.root, game);
      this.arrange(this.layout.shown(view), view.to_move);
    } catch (error) {
      this.page.complain(error);
    }
  }

  clear() {
    this.arrange(this.shown().map(() => this.layout.empty));
  }

  /** @param {string} view */
  leave(view) {
    if (!this.view) notify(this.verdict.textContent ?? "", "refusal");
    else this.page.open(view, this.game);
  }

  /**
   * Open a text of any kind, or a link to a game.
   * @param {string} text
   * @param {number} [number] of the game, where it was chosen among several
   */
  async open(text, number) {
    const link = text.trim().match(/^\S*(#\/\w+\/\w+\S*)$/);
    if (link) {
      this.page.save();
      location.hash = link[1];
      return;
    }
    if (text.length > MAX_TEXT) {
      notify(say("the text has more than {most} letters", { most: MAX_TEXT }), "refusal");
      return;
    }
    try {
      const found = await this.page.wire.ask("read", { text, number });
      if (found.games.length > 1 && !number) this.offer(text, found.games);
      else this.take(found);
    } catch (error) {
      this.page.complain(error);
    }
  }

  /** Ask which of several games to open. @param {string} text @param {Said[]} games */
  offer(text, games) {
    const choose = (/** @type {number} */ number) => {
      dialog.close();
      this.open(text, number);
    };
    const items = games.map((title, index) =>
      h(
        "li",
        {},
        button(written(capital(title)), () => choose(index + 1)),
      ),
    );
    const dialog = openDialog(
      say("{count} games: which one?", { count: games.length }),
      h("ol", { class: "choices" }, items),
    );
  }

  /** @param {Found} found */
  take(found) {
    const { line } = found;
    const game = Game.fromText(found);
    const count = line.moves.length;
    const text =
      count === 1 ? "Opened: {kind} of {game}, 1 move" : "Opened: {kind} of {game}, {count} moves";
    const name = { kind: `game.${line.game}`, arguments: {} };
    notify(say(text, { kind: found.kind, game: name, count }));
    if (line.game === this.game.name && !line.moves.length) {
      this.changes.push({ shown: this.shown(), toMove: this.toMove });
      this.draft(game, found.view);
      this.place(found.view);
    } else this.page.open(line.moves.length ? "analysis" : "editor", game);
  }

  /** @param {File | undefined} file */
  async openFile(file) {
    if (!file) return;
    if (file.size > MAX_TEXT)
      notify(say("the file is larger than {most} bytes", { most: MAX_TEXT }), "refusal");
    else this.open(await file.text());
  }

  /** @param {DragEvent} event */
  dropped(event) {
    event.preventDefault();
    this.root.classList.toggle("dropping", event.type === "dragover");
    if (event.type !== "drop") return;
    const file = event.dataTransfer?.files[0];
    if (file) this.openFile(file);
    else this.open(event.dataTransfer?.getData("text") ?? "");
  }

  /** @param {"record" | "position" | "course" | "picture"} format */
  async write(format) {
    try {
      const question = { format, ...this.game.written() };
      const { text, name } = await this.page.wire.ask("write", question);
      this.output.value = text;
      this.fileName = name;
    } catch (error) {
      this.page.complain(error);
    }
  }

  link() {
    return new URL(this.game.address("play", true), location.href).href;
  }

  /** @param {string} text @param {string} said */
  async copy(text, said) {
    this.output.value = text;
    await copy(this.output, said);
  }
}
