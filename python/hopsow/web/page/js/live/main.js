/**
 * The page of a tournament: it shows what the server tells and asks for nothing but the evidence of
 * a finished game. Names and reasons are anybody's texts, and only ever become text.
 */

import { h } from "../dom.js";
import { applySettings } from "../store.js";
import { Boards } from "./boards.js";
import { Games } from "./games.js";
import { crosstable, standing } from "./standing.js";

/** @import { State, Told } from "./types.d.ts" */

const AGAIN_MS = 2000;

class Watching {
  constructor() {
    /** @type {State | null} */
    this.state = null;
    /** @type {Boards | null} */
    this.boards = null;
    this.games = new Games();
    this.title = h("h1");
    this.line = h("p", { class: "state", role: "status" });
    this.now = section("Now", h("p", {}, "Nobody plays at the moment."));
    this.standing = h("div", { class: "wide" });
    this.table = h("div", { class: "wide" });
    const root = /** @type {HTMLElement} */ (document.getElementById("view"));
    root.classList.add("live");
    root.replaceChildren(
      this.title,
      this.line,
      this.now,
      section("Standing", this.standing),
      section("Crosstable", this.table),
      section("Finished games", this.games.element),
    );
  }

  listen() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/live`);
    socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    socket.onclose = () => {
      this.line.textContent = "The connection is lost; trying again.";
      setTimeout(() => this.listen(), AGAIN_MS);
    };
  }

  /** @param {Told} told */
  hear(told) {
    const before = told.whole ? [] : (this.state?.finished ?? []);
    const last = before.at(-1)?.id ?? 0;
    const fresh = (told.finished ?? []).filter((game) => game.id > last);
    const finished = [...before, ...fresh];
    this.state = /** @type {State} */ ({ ...this.state, ...told, finished });
    this.draw(told);
  }

  /** @param {Told} told */
  draw(told) {
    const state = /** @type {State} */ (this.state);
    const { about, done, playing } = state;
    document.title = this.title.textContent = about.name;
    const played = `${done} of ${Math.max(done, about.total)} games`;
    const how = playing ? "being played" : done < about.total ? "interrupted" : "over";
    this.line.textContent = `${about.format}, ${played}, ${how}`;
    /** @type {HTMLElement} */ (document.getElementById("report-link")).hidden = !state.report;
    if (told.running) {
      this.boards ??= new Boards(about, this.now);
      this.boards.show(told.running);
    }
    if (told.standing) this.standing.replaceChildren(standing(told.standing));
    if (told.crosstable) this.table.replaceChildren(crosstable(state.standing, told.crosstable));
    if (told.finished || told.whole) this.games.show(state.finished);
  }
}

/** @param {string} title @param {HTMLElement} content */
function section(title, content) {
  return h("section", { "aria-label": title }, h("h2", {}, title), content);
}

applySettings();
new Watching().listen();
