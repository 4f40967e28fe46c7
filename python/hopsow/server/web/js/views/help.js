/** Help: every control, in one page. */

import { h } from "../dom.js";

/** @import { Page } from "../main.js" */

/** @type {[string, [string, string][]][]} */
const CHAPTERS = [
  [
    "The board",
    [
      ["Click or tap", "Choose a piece, then where it goes. In Awari a click on a pit plays it."],
      ["Drag", "Carry a piece to where it goes, with the mouse or a finger."],
      ["Green dots", "Where the chosen piece can go. Point at one in Halma to see the way there."],
      ["Small rings", "In checkers: squares on the way of a capture with several ways. Choose them one by one."],
      ["Yellow frames", "In checkers: pieces that must capture. Green rings in Awari: pits you may play."],
      ["Something else", "A move that is not allowed is answered with the rule that it breaks."],
      ["Tab, arrow keys", "Tab goes to the board; the arrow keys walk over it, Home and End go to the ends of a row."],
      ["Enter or Space", "Choose the square you are on. Escape lets go of the piece."],
      ["Type a move", "Write it as the move list does: 11-15, 22x15x8, 11,15-10,15, F. Then Enter."],
    ],
  ],
  [
    "Playing",
    [
      ["New game", "Choose who plays each side (a person, the engine at a level from 1 to 10 or by time, other agents), the clock and the rule set."],
      ["Take back, Redo", "As often as you like; against an agent back to your own turn. Another move begins a variation."],
      ["Offer a draw", "The engine agrees unless it thinks it is ahead. Against a person, the other is asked."],
      ["Resign", "Ends the game as lost for you."],
      ["Move list", "Choose a move to look at the position after it. “Take back to here” goes on from there."],
      ["◀ ▶ or the keys ← → Home End", "Walk through the game while you are not on the board."],
      ["Flip or the key F", "Turn the board around."],
    ],
  ],
  [
    "Analyse",
    [
      ["Engine", "Switch it on or off. It thinks for half a minute about each position."],
      ["Bar beside the board", "Who is expected to win. Scores are the first side's: black's, red's or South's; plus is good for it."],
      ["Lines", "The best one to five moves, also as arrows. Point at a move to see it on the board, press it to play up to there."],
      ["Coloured values", "Moves whose result is certain say so on the board: win, draw or loss."],
      ["Moves", "Play moves for both sides; other moves become variations and are kept."],
    ],
  ],
  [
    "Review",
    [
      ["The curve", "The expected result after each move. Press it to go there."],
      ["Turning points", "Inaccuracies ?!, mistakes ? and blunders ??, each with what was better."],
      ["Find the better moves", "Goes through the turning points and lets you find the move yourself."],
    ],
  ],
  [
    "Editor",
    [
      ["Palette", "Choose what a click puts down; the same again takes it away. If a position is impossible, it says why."],
      ["Open", "Paste or drop any text: a position, input.txt, lines of the checkers pipe, an Awari set-up file, PDN, OGN, an evidence file. It is recognised."],
      ["Save or share", "The game as a record, a position or the course format, or as a link that carries the whole game."],
    ],
  ],
  [
    "Settings",
    [
      ["Theme, animation, sound", "At the top right. Your system's wishes for dark colours, less motion and more contrast are followed."],
      ["Nothing is lost", "The game lives in this browser and in the address: a reload or a lost connection changes nothing."],
    ],
  ],
];

export class HelpView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    const chapters = CHAPTERS.flatMap(([title, rows]) => [
      h("h2", {}, title),
      h("table", {}, h("tbody", {}, rows.map(([name, what]) => row(name, what)))),
    ]);
    const lessons = h("a", { href: `#/learn/${page.game.name}` }, "lessons");
    const learn = h("p", {}, "The rules of the game are in the ", lessons, ".");
    root.append(h("article", { class: "article" }, h("h1", {}, "Help"), learn, chapters));
  }

  begin() {}

  unmount() {}
}

/** @param {string} name @param {string} what */
function row(name, what) {
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, what));
}
