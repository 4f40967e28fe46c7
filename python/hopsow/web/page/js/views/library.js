/** The games in the library: look for them, open, rename, delete and export them. */

import { GAMES } from "../../games/index.js";
import { button, capital, choice, h, openDialog, save, say, written } from "../dom.js";
import { labelled } from "../icons.js";
import { locale } from "../language.js";

/** @import { Page } from "../main.js" */
/** @import { Entry } from "../types.d.ts" */
/** @import { Wanted } from "../library.js" */

const RESULTS = /** @type {[string, string][]} */ ([
  ["", "Any result"],
  ["1-0", "First side won"],
  ["0-1", "Second side won"],
  ["1/2-1/2", "Draw"],
  ["*", "Not finished"],
]);
const WORDS = /** @type {Record<string, string>} */ ({
  "1-0": "1 – 0",
  "0-1": "0 – 1",
  "1/2-1/2": "½ – ½",
  "*": "not finished",
});

export class LibraryView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    this.page = page;
    /** @type {Wanted} */
    this.wanted = {};
    this.searches = 0;
    this.list = h("ul", { class: "saved-games", "aria-label": "Saved games" });
    this.count = h("p", { class: "quiet", role: "status" });
    this.more = button("More games", () => this.extend());
    this.more.hidden = true;
    const games = /** @type {[string, string][]} */ ([
      ["", "All games"],
      ...GAMES.map((name) => [name, capital(name)]),
    ]);
    const words = h("input", {
      type: "search",
      "aria-label": "Title or player",
      placeholder: "Title or player",
      oninput: () => this.look({ words: words.value }),
    });
    const day = (
      /** @type {string} */ label,
      /** @type {"since" | "until"} */ name,
      /** @type {number} */ days,
    ) => {
      const field = h("input", {
        type: "date",
        onchange: () => this.look({ [name]: beginning(field.value, days) }),
      });
      return h("label", { class: "field" }, h("span", {}, label), field);
    };
    const here = h("input", {
      type: "checkbox",
      onchange: () =>
        this.look({ position: here.checked ? page.game.line(page.game.cursor) : undefined }),
    });
    root.append(
      h(
        "article",
        { class: "article" },
        h("h1", {}, "Games"),
        h("p", { class: "quiet" }, "Every game that was played, opened or reviewed here."),
        words,
        choice("Game", games, "", (game) =>
          this.look({ game: GAMES.find((name) => name === game) }),
        ),
        choice("Result", RESULTS, "", (result) =>
          this.look({ result: /** @type {Wanted["result"]} */ (result || undefined) }),
        ),
        h("div", { class: "row" }, day("From", "since", 0), day("To", "until", 1)),
        h("label", { class: "tick" }, here, "With the position that is on the board now"),
        h(
          "div",
          { class: "actions" },
          GAMES.map((name) =>
            button(labelled("save", say("Export {game}", { game: capital(name) })), () =>
              this.save(name),
            ),
          ),
        ),
        this.count,
        this.list,
        h("div", { class: "actions" }, this.more),
      ),
    );
  }

  begin() {
    this.look({});
  }

  unmount() {}

  /** @param {Wanted} change */
  async look(change) {
    Object.assign(this.wanted, change);
    const number = ++this.searches;
    const { games, count } = await this.page.library.find(this.wanted);
    if (number !== this.searches) return;
    this.count.textContent = say(count === 1 ? "1 game" : "{count} games", { count });
    this.list.replaceChildren(...games.map((entry) => this.row(entry)));
    this.more.hidden = games.length >= count;
  }

  /** Show the games that follow those that are shown. */
  async extend() {
    const number = this.searches;
    const shown = this.list.children.length;
    const { games, count } = await this.page.library.find(this.wanted, shown);
    if (number !== this.searches) return;
    this.list.append(...games.map((entry) => this.row(entry)));
    this.more.hidden = !games.length || shown + games.length >= count;
    /** @type {HTMLElement | null} */ (this.list.children[shown]?.querySelector("button"))?.focus();
  }

  /** @param {Entry} entry */
  row(entry) {
    const { game, title, first, second, result, plies, changed } = entry;
    const versus = say({ kind: "game.players", arguments: { first, second } });
    const name = title || versus;
    const when = new Date(1000 * changed).toLocaleString(locale, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    const moves = say(plies === 1 ? "1 move" : "{count} moves", { count: plies });
    const facts = [say(capital(game)), title && versus, say(WORDS[result]), moves, when];
    const row = h(
      "li",
      {},
      h(
        "div",
        { class: "what" },
        h("strong", {}, written(name)),
        h("span", {}, written(facts.filter(Boolean).join(" · "))),
      ),
      button("Open", () => this.open(entry), { "aria-label": say("Open {name}", { name }) }),
      button("Rename", () => this.rename(entry), { "aria-label": say("Rename {name}", { name }) }),
      button("Delete", () => this.remove(entry, row), {
        class: "danger",
        "aria-label": say("Delete {name}", { name }),
      }),
    );
    return row;
  }

  /** @param {Entry} entry */
  async open(entry) {
    try {
      const game = await this.page.library.open(entry);
      this.page.open(entry.result === "*" ? "play" : "analysis", game);
    } catch (error) {
      this.page.complain(error);
    }
  }

  /** @param {Entry} entry */
  rename(entry) {
    const field = h("input", { value: entry.title, "aria-label": "Title", maxlength: 200 });
    const form = h(
      "form",
      {
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          dialog.close();
          await this.page.library.change(entry, { title: field.value.trim() });
          this.look({});
        },
      },
      field,
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, "Rename")),
    );
    const dialog = openDialog("Rename the game", form);
  }

  /** @param {Entry} entry @param {HTMLElement} row */
  async remove(entry, row) {
    await this.page.library.change(entry, { deleted: true });
    const undo = async () => {
      await this.page.library.change(entry, { deleted: false });
      this.look({});
    };
    row.replaceChildren(h("span", { class: "what quiet" }, "Deleted"), button("Undo", undo));
  }

  /** All games of a kind as a file. @param {Entry["game"]} game */
  async save(game) {
    try {
      const { text, name } = await this.page.wire.ask("export", { game });
      save(text, name);
    } catch (error) {
      this.page.complain(error);
    }
  }
}

/** When a day begins here, or so many days later, in seconds since 1970. @param {string} day @param {number} later */
function beginning(day, later) {
  if (!day) return undefined;
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime() / 1000;
}
