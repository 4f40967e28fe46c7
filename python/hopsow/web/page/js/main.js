/** The page: which view shows which game, and what all views share. */

import { FIRST_GAME, GAMES, layouts } from "../games/index.js";
import { button, capital, dismiss, h, notify, say } from "./dom.js";
import { Game } from "./game.js";
import { icon } from "./icons.js";
import { speak } from "./language.js";
import { Library } from "./library.js";
import { openSettings } from "./settings.js";
import { applySettings, keep, recall, settings } from "./store.js";
import { turns } from "./tree.js";
import { Refusal, Wire, Withdrawn } from "./wire.js";

/** @import { GameName, Turn, View } from "./types.d.ts" */
/** @import { Table } from "./table.js" */

/** @typedef {{begin: () => void, unmount: () => void, table?: Table | null, isKept?: boolean}} Mounted */
/** @typedef {new (page: Page, root: HTMLElement) => Mounted} ViewClass */

/** @type {Record<string, [string, () => Promise<ViewClass>]>} */
const VIEWS = {
  home: ["Home", async () => (await import("./views/home.js")).HomeView],
  friend: ["Play", async () => (await import("./views/friend.js")).FriendView],
  play: ["Play", async () => (await import("./views/play.js")).PlayView],
  analysis: ["Analyse", async () => (await import("./views/analysis.js")).AnalysisView],
  review: ["Review", async () => (await import("./views/review.js")).ReviewView],
  editor: ["Editor", async () => (await import("./views/editor.js")).EditorView],
  library: ["Games", async () => (await import("./views/library.js")).LibraryView],
  puzzles: ["Puzzles", async () => (await import("./views/puzzles.js")).PuzzlesView],
  learn: ["Learn", async () => (await import("./views/learn.js")).LearnView],
  help: ["Help", async () => (await import("./views/help.js")).HelpView],
};
/** Views that belong to playing, and whose addresses hold no game of one's own. */
const APART = ["home", "friend"];
const DEFAULT_OPPONENT = "engine:level=3";

export class Page {
  constructor() {
    this.wire = new Wire();
    this.library = new Library(this.wire);
    this.wire.onState = (isConnected) => {
      document.body.classList.toggle("offline", !isConnected);
      if (!isConnected) notify("The server does not answer. Your game is safe; trying again.");
    };
    this.view = "play";
    /** @type {Game} */
    this.game = new Game(FIRST_GAME);
    /** @type {Mounted | null} */
    this.mounted = null;
    this.routes = 0;
    // The address as it was when the page last looked at it or wrote it.
    this.hash = "";
  }

  /** Show what the address asks for, with a game that is known already. @param {Game} [known] */
  async route(known) {
    const number = ++this.routes;
    this.hash = location.hash;
    const [path, query = ""] = location.hash.slice(2).split("?");
    const [view, name] = path.split("/");
    this.view = view in VIEWS ? view : "home";
    const wanted = GAMES.find((game) => game === name) ?? recall("last") ?? FIRST_GAME;
    const [View, game] = await Promise.all([
      VIEWS[this.view][1]().catch(() => null),
      known ?? this.gameOf(wanted, new URLSearchParams(query)),
    ]);
    if (!View) notify("The server does not answer: try again in a while.", "refusal");
    if (number !== this.routes || !View) return;
    this.mounted?.unmount();
    if (game) this.game = game;
    this.save();
    this.drawNavigation();
    const root = /** @type {HTMLElement} */ (document.getElementById("view"));
    root.replaceChildren();
    root.className = `view-${this.view} game-${this.game.name}`;
    const { width, height } = layouts[this.game.name];
    root.style.setProperty("--ratio", String(width / height));
    const holes = { view: say(VIEWS[this.view][0]), game: capital(this.game.name) };
    document.title = this.view === "home" ? "Hopsow" : say("{view} {game} · Hopsow", holes);
    this.mounted = new View(this, root);
    this.mounted.begin();
  }

  /**
   * The game that an address asks for; null if it is here already. One that the server cannot make
   * sense of is not kept.
   * @param {GameName} name
   * @param {URLSearchParams} query
   */
  async gameOf(name, query) {
    const linked = query.size ? fromAddress(name, query) : null;
    if (this.mounted && this.game.name === name) {
      if (!linked || linked.address("") === this.game.address("")) return null;
    }
    for (const game of linked ? [linked, recalled(name)] : [recalled(name)]) {
      try {
        await this.look(game.tip, game, game === linked ? game.players : []);
        return game;
      } catch (error) {
        this.complain(error);
        if (error instanceof Refusal && error.good > 0) {
          game.cut(error.good);
          return game;
        }
      }
    }
    return fresh(name);
  }

  /**
   * Go to a view, with another game where one is given.
   * @param {string} view
   * @param {Game} [game]
   */
  open(view, game = this.game) {
    this.save();
    history.pushState(game.packed(), "", game.address(view));
    this.route(game);
  }

  /**
   * Keep the game in the browser, and all of it in this step of its history. An address that somebody
   * has just gone to is left alone: the page is about to follow.
   */
  save() {
    if (this.mounted?.isKept ?? true) this.library.keep(this.game);
    keep("last", this.game.name);
    if (this.view === "friend") return;
    const packed = this.game.packed();
    keep(`game.${this.game.name}`, packed);
    if (this.view === "home" || location.hash !== this.hash) return;
    history.replaceState(packed, "", this.game.address(this.view));
    this.hash = location.hash;
  }

  /**
   * What a turn looks like; asked of the server once, and again for moves that it did not list.
   * @param {Turn} turn
   * @param {Game} [game]
   * @param {string[]} [players] who must be able to play
   * @param {boolean} [isOpen] whether somebody may play there
   * @returns {Promise<View>}
   */
  async look(turn, game = this.game, players = [], isOpen = false) {
    if (!turn.view || (isOpen && !turn.view.listed)) {
      const view = await this.wire.ask("view", { line: game.line(turn), players });
      turn.view = Object.assign(turn.view ?? view, view);
      for (const at of turns(turn).slice(1)) {
        at.move = view.moves[at.ply - 1];
        at.side = view.movers[at.ply - 1];
      }
    }
    return turn.view;
  }

  /**
   * Show why something did not work; what was withdrawn need not.
   * @param {unknown} error
   */
  complain(error) {
    if (error instanceof Refusal) notify(error.message, "refusal");
    else if (!(error instanceof Withdrawn)) throw error;
  }

  drawNavigation() {
    const here = APART.includes(this.view) ? "play" : this.view;
    const games = GAMES.map((name) =>
      link(capital(name), `#/${here}/${name}`, this.view !== "home" && name === this.game.name),
    );
    const views = Object.entries(VIEWS)
      .filter(([name]) => !APART.includes(name))
      .map(([name, [title]]) =>
        link(title, `#/${name}/${this.game.name}`, this.view !== "home" && name === here),
      );
    document.getElementById("games")?.replaceChildren(...games);
    document.getElementById("views")?.replaceChildren(...views);
    const shown = document.querySelector("#views [aria-current]");
    shown?.scrollIntoView({ block: "nearest", inline: "center" }); // on a phone not all fit
  }
}

/** @param {string} text @param {string} href @param {boolean} isHere */
function link(text, href, isHere) {
  return h("a", { href, "aria-current": isHere ? "page" : null }, text);
}

/**
 * The game of an address; the one of this step of the history or the kept one where it is the same,
 * since they also know its clocks, its result and its variations.
 * @param {GameName} name
 * @param {URLSearchParams} query
 */
function fromAddress(name, query) {
  const game = Game.fromAddress(name, query);
  const known = [history.state, recall(`game.${name}`)].filter((one) => one?.name === name);
  const same = known.map(Game.unpacked).find((one) => one.address("") === game.address(""));
  return same ?? game;
}

/** @param {GameName} name */
function recalled(name) {
  const stored = recall(`game.${name}`);
  return stored ? Game.unpacked(stored) : fresh(name);
}

/** @param {GameName} name */
function fresh(name) {
  const game = new Game(name);
  game.players = ["human", DEFAULT_OPPONENT];
  return game;
}

/** @param {Page} page */
function drawTools(page) {
  const mute = button(
    "",
    () => {
      settings.sound = !settings.sound;
      applySettings();
      label();
    },
    { class: "icon" },
  );
  const label = () => {
    mute.replaceChildren(icon(settings.sound ? "sound" : "mute"));
    mute.title = say(settings.sound ? "Mute the sound" : "Turn the sound on");
    mute.setAttribute("aria-label", mute.title);
  };
  label();
  const change = button(
    icon("settings"),
    () => openSettings(() => page.mounted?.table?.refresh()),
    {
      class: "icon",
      "aria-label": "Settings",
      title: "Settings",
    },
  );
  document.getElementById("tools")?.replaceChildren(mute, change);
}

applySettings();
await speak();
for (const element of document.querySelectorAll(".skip, [aria-label]")) {
  const label = element.getAttribute("aria-label");
  if (label) element.setAttribute("aria-label", say(label));
  else element.textContent = say(element.textContent);
}
const page = new Page();
drawTools(page);
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const square = document.querySelector("[data-square][tabindex='0']");
  /** @type {HTMLElement | null} */ (square ?? document.getElementById("view"))?.focus();
});
window.addEventListener("keydown", ({ key }) => key === "Escape" && dismiss(), true);
window.addEventListener("hashchange", () => page.route());
page.route();
