/**
 * A move that is chosen while the opponent still thinks, and played as soon as it is possible.
 *
 * The page knows no rules: what was chosen is kept as squares, and looked up among the legal moves
 * once there are any.
 */

/** @import { Board } from "./board/board.js" */
/** @import { View } from "./types.d.ts" */

export class Ahead {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {string[]} */
    this.squares = [];
  }

  /** Take a square; choosing the first one again drops the choice. @param {string} square */
  choose(square) {
    const most = this.board.layout.lifted ? 2 : 1;
    if (square === this.squares[0]) this.set([]);
    else this.set(this.squares.length < most ? [...this.squares, square] : [square]);
  }

  /** @param {string[]} squares */
  set(squares) {
    this.squares = squares;
    this.board.update({ ahead: squares });
  }

  /** The move that was meant, if it is possible now; the choice is over. @param {View} view */
  take(view) {
    const [from, to] = this.squares;
    const hadChoice = this.squares.length > 0;
    if (hadChoice) this.set([]);
    const meant = view.legal_moves.filter(
      ({ squares }) => squares[0] === from && (squares.length === 1 || squares.at(-1) === to),
    );
    return { hadChoice, move: meant.length === 1 ? meant[0].text : null };
  }
}
