/** Help: every control, in one page. Its text is `help.json`. */

import { h } from "../dom.js";

/** @import { Page } from "../main.js" */

export class HelpView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    const lessons = h("a", { href: `#/learn/${page.game.name}` }, "lessons");
    const learn = h("p", {}, "The rules of the game are in the ", lessons, ".");
    this.article = h("article", { class: "article" }, h("h1", {}, "Help"), learn);
    root.append(this.article);
  }

  async begin() {
    /** @type {[string, [string, string][]][]} */
    const chapters = await (await fetch("/help.json")).json();
    for (const [title, rows] of chapters) {
      const body = rows.map(([name, what]) =>
        h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, what)),
      );
      this.article.append(h("h2", {}, title), h("table", {}, h("tbody", {}, body)));
    }
  }

  unmount() {}
}
