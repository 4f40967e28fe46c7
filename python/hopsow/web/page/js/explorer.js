/** What is known of the position shown: what was played in it, what tables and the engine say. */

import { button, capital, h, say } from "./dom.js";
import { count, scored } from "./scores.js";
import { keep, recall } from "./store.js";

/** @import { Page } from "./main.js" */
/** @import { BestLine, Explored, Turn, View } from "./types.d.ts" */

const ROWS = 12;
const ENDS = ["won", "drawn", "lost"];

export class Explorer {
  /** @param {Page} page @param {(move: string) => void} play */
  constructor(page, play) {
    this.page = page;
    this.play = play;
    /** Where the engine's opinion of a move, or of its image, goes. @type {[string[], HTMLElement][]} */
    this.cells = [];
    this.content = h("div");
    const summary = h("summary", {}, "What is known");
    // At the click itself: the event "toggle" comes later, for a quick reload too late.
    summary.addEventListener("click", () => keep("explorer", !this.element.open));
    this.element = h(
      "details",
      { class: "explorer", open: recall("explorer") ?? true },
      summary,
      this.content,
    );
  }

  /** @param {Turn} turn */
  async show(turn) {
    try {
      const known = await this.page.wire.ask("explore", { line: this.page.game.line(turn) });
      if (this.page.game.cursor === turn) this.draw(known, turn.view);
    } catch (error) {
      this.page.complain(error);
    }
  }

  /** @param {Explored} known @param {View | null} view */
  draw({ ways, unit, cost }, view) {
    this.cells = [];
    this.element.hidden = Boolean(view?.outcome);
    const heads = ["Move", "Value", "Yours", "Others", "Results"].map((name) =>
      h("th", { scope: "col", title: name === "Value" && unit }, name),
    );
    const rows = ways.slice(0, ROWS).map((way) => {
      const value = h("td", { class: way.exact ? "exact" : "" }, way.exact);
      if (!way.exact) this.cells.push([[way.move, ...way.alike], value]);
      const moves = way.alike.join(", ");
      const title = moves ? say("Play; also {moves}", { moves }) : "Play";
      const press = () => this.play(way.move);
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, button(this.page.game.brief(way.move), press, { title })),
        value,
        [way.own, way.others].map((games) => h("td", {}, games ? count(games) : "")),
        h("td", {}, bar(way.results)),
      );
    });
    const more = ways.length - rows.length;
    const none = "No game of yours and none that was taken in came here. ";
    this.content.replaceChildren(
      rows.length
        ? h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows))
        : h(
            "p",
            { class: "quiet" },
            none,
            h("code", {}, "hopsow games import FILE"),
            " adds some.",
          ),
      more > 0
        ? h("p", { class: "quiet" }, say("{count} more moves were played.", { count: more }))
        : "",
      cost ? h("p", { class: "quiet" }, `${capital(cost)}.`) : "",
    );
  }

  /** What the engine thinks of the moves. @param {BestLine[]} lines @param {View} view @param {boolean} isMovers */
  score(lines, view, isMovers) {
    for (const [moves, cell] of this.cells) {
      const line = lines.find(({ move }) => moves.includes(move));
      cell.textContent = line ? scored(line, view, isMovers) : "";
    }
  }
}

/** How the games ended for the side to move. @param {number[]} results */
function bar(results) {
  const all = results.reduce((sum, number) => sum + number);
  if (!all) return null;
  const [won, drawn, lost] = results;
  const words = say("{won} won, {drawn} drawn, {lost} lost", { won, drawn, lost });
  return h(
    "span",
    { class: "results", role: "img", "aria-label": words, title: words },
    results.map((number, index) => {
      const part = h("i", { class: ENDS[index] });
      part.style.flexGrow = String(number);
      return part;
    }),
  );
}
