/** Help with a move, in two steps: first what to look at, then the move. */

import { say } from "./dom.js";

/** @import { Page } from "./main.js" */
/** @import { Board } from "./board/board.js" */
/** @import { BestLine, Turn } from "./types.d.ts" */

const SECONDS = 1;

export class Hint {
  /** @param {Page} page @param {Board} board */
  constructor(page, board) {
    this.page = page;
    this.board = board;
    /** @type {{turn: Turn, lines: BestLine[]} | null} what was found */
    this.found = null;
    this.step = 0;
  }

  forget() {
    this.found = null;
    this.step = 0;
  }

  /** Show the next step for a turn; in words, what it is. @param {Turn} turn */
  async show(turn) {
    if (this.found?.turn !== turn) {
      this.forget();
      const line = this.page.game.line(turn);
      const { lines } = await this.page.wire.stream(
        "analyse",
        { line, lines: 2, seconds: SECONDS },
        () => {},
      ).done;
      this.found = { turn, lines };
    }
    const squares = this.found.lines.map(
      ({ move }) => turn.view?.legal_moves.find(({ text }) => text === move)?.squares ?? [],
    );
    if (!squares.length || this.page.game.cursor !== turn) return "";
    this.step++;
    if (this.step === 1) return this.point(squares);
    const [best] = squares;
    this.board.update({
      suggested: [],
      arrows: [{ squares: best, rank: 0, text: "here", tone: "best" }],
    });
    return say("{move} is best", { move: this.page.game.brief(this.found.lines[0].move) });
  }

  /** Where to look: at the piece, or where a move has but one square, at two of them. @param {string[][]} squares */
  point(squares) {
    const isOne = squares[0].length === 1;
    const suggested = isOne ? squares.map(([first]) => first).sort() : [squares[0][0]];
    this.board.update({ suggested });
    const { label } = this.board.layout;
    const [one, other] = suggested.map(label);
    if (other) return say("Choose between {one} and {other}", { one, other });
    return say("Look at {place}", { place: one });
  }
}
