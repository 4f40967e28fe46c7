/** Where one begins: what this is, and the games to choose from. */

import { GAMES, layouts } from "../../games/index.js";
import { canvas, renderGround, renderPieces } from "../board/render.js";
import { emptyState } from "../board/state.js";
import { capital, h, say } from "../dom.js";
import { Game } from "../game.js";
import { recall } from "../store.js";

/** @import { Page } from "../main.js" */
/** @import { GameName } from "../types.d.ts" */

export class HomeView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    this.page = page;
    this.cards = h("ul", { class: "cards", "aria-label": "Board games" });
    root.append(
      h(
        "article",
        { class: "home" },
        h("h1", {}, "Three classic games, one board"),
        h(
          "p",
          { class: "lead" },
          "Play the engine at any level or a friend here or elsewhere, see what was better, and learn the rules move by move. It all runs on this machine.",
        ),
        this.cards,
      ),
    );
  }

  async begin() {
    const cards = await Promise.all(GAMES.map((name) => this.card(name)));
    this.cards.replaceChildren(...cards);
  }

  /** @param {GameName} name */
  async card(name) {
    const layout = layouts[name];
    const game = new Game(name);
    const { element, layers } = canvas(layout);
    const state = { ...emptyState(), flipped: layout.firstSits === "above" };
    const view = await this.page.look(game.root, game);
    element.removeAttribute("id"); // there are several of them here
    state.shown = layout.shown(view);
    renderGround(layout, layers, state);
    renderPieces(layout, layers, state);
    const hasGame = recall(`game.${name}`)?.path?.length > 0;
    const title = capital(name);
    return h(
      "li",
      { class: "card" },
      h("div", { class: `board ${name}` }, element),
      h("h2", {}, title),
      h("p", {}, layout.about),
      h(
        "div",
        { class: "actions" },
        h(
          "a",
          { class: "button primary", href: `#/play/${name}` },
          say(hasGame ? "Go on with {game}" : "Play {game}", { game: title }),
        ),
        h("a", { class: "button", href: `#/learn/${name}` }, say("Learn {game}", { game: title })),
      ),
    );
  }

  unmount() {}
}
