/**
 * Help: every control, in one page. Its text is `help.json`, where a name in braces stands for a
 * fact about the game; rows that only one game needs are its layout's.
 */

import { layouts } from "../../games/index.js";
import { capital, h, say, side, written } from "../dom.js";

/** @import { Page } from "../main.js" */
/** @import { Said } from "../types.d.ts" */

const HELP = new URL("../../help.json", import.meta.url); // of the same version as this script

export class HelpView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    this.page = page;
    this.game = page.game.name;
    const lessons = h("a", { href: `#/learn/${this.game}` }, "lessons");
    const learn = h("p", {}, "The rules of the game are in the ", lessons, ".");
    this.article = h("article", { class: "article" }, h("h1", {}, "Help"), learn);
    root.append(this.article);
  }

  async begin() {
    /** @type {[string, [string, string][]][]} */
    const [general, ...chapters] = await (await fetch(HELP)).json();
    const own = /** @type {const} */ ([capital(this.game), layouts[this.game].help]);
    const facts = await this.facts();
    for (const [title, rows] of [general, own, ...chapters]) {
      const body = rows.map(([name, what]) => {
        const text = written(say(what, facts));
        return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, text));
      });
      this.article.append(h("h2", {}, title), h("table", {}, h("tbody", {}, body)));
    }
  }

  /** What the server knows about the game. @returns {Promise<Record<string, Said | string>>} */
  async facts() {
    const { games } = await this.page.wire.ask("facts", {});
    const known = games.find((game) => game.name === this.game);
    if (!known) return {};
    return {
      game: capital(this.game),
      first: side(known.sides[0]),
      unit: known.unit,
      example: known.example_move,
    };
  }

  unmount() {}
}
