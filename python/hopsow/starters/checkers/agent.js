// A checkers agent: it lists the legal moves and plays one of them.
//
//     node agent.js            answer each line of standard input with one on standard output
//     node agent.js init       the same, but print the start line first, and play white
//     node agent.js verbose    the same, and draw every position on standard error
//     node agent.js --moves    print the legal moves of each line instead
//
// A line is `BOARD LASTMOVE NEXT COUNTER`. The board has 32 cells, four in each row from the top;
// red moves down. A move is its path: the cell of the piece and then every cell on which it lands.

const readline = require("node:readline");

const START = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50";
const RED_WINS = "-2";
const WHITE_WINS = "-3";
const DRAW = "-4";
const PLIES_TO_DRAW = 50;
const RESULTS = { [RED_WINS]: "red wins", [WHITE_WINS]: "white wins", [DRAW]: "draw" };
const SIGNS = { r: "●", R: "◉", w: "○", W: "◎", ".": "·" };
const OTHER = { r: "w", w: "r" };
const FORWARD = { r: 1, w: -1 };
const LAST_ROW = { r: 7, w: 0 };

/** What a line says; `counter` is the number of plies until the draw. */
function parse(line) {
  const [board, last, next, counter] = line.trim().split(" ");
  return { board: [...board], last, next, counter: Number(counter) };
}

function write(state) {
  return `${state.board.join("")} ${state.last} ${state.next} ${state.counter}`;
}

function isOver(state) {
  return [RED_WINS, WHITE_WINS, DRAW].includes(state.last);
}

function row(cell) {
  return Math.floor(cell / 4);
}

function column(cell) {
  return 2 * (cell % 4) + ((row(cell) + 1) % 2);
}

/** The cell of a dark square; undefined off the board. */
function cellAt(row, column) {
  if (row < 0 || row > 7 || column < 0 || column > 7) return undefined;
  return row * 4 + Math.floor(column / 2);
}

/** Down and to the right: men move forward, kings both ways. */
function directions(piece) {
  const ways = piece in FORWARD ? [FORWARD[piece]] : [-1, 1];
  return ways.flatMap((down) => [
    { down, right: -1 },
    { down, right: 1 },
  ]);
}

/** A copy of the board with another piece on one of its cells. */
function put(board, cell, piece) {
  const copy = [...board];
  copy[cell] = piece;
  return copy;
}

/** Whether this piece, a man until now, becomes a king on a cell. */
function isCrowned(piece, cell) {
  return piece in LAST_ROW && row(cell) === LAST_ROW[piece];
}

/** Every finished capture that begins with a path. The piece itself is not on the board. */
function capturesFrom(board, piece, path) {
  const captures = [];
  const at = path.at(-1);
  for (const { down, right } of directions(piece)) {
    const over = cellAt(row(at) + down, column(at) + right);
    const land = cellAt(row(at) + 2 * down, column(at) + 2 * right);
    if (land === undefined || board[land] !== ".") continue;
    if (board[over].toLowerCase() !== OTHER[piece.toLowerCase()]) continue;
    let longer = [];
    // Crowning ends the turn.
    if (!isCrowned(piece, land)) {
      longer = capturesFrom(put(board, over, "."), piece, [...path, land]);
    }
    captures.push(...(longer.length > 0 ? longer : [[...path, land]]));
  }
  return captures;
}

/** All captures, or all steps where there is nothing to capture; none once the game is drawn. */
function legalMoves({ board, next, counter }) {
  const captures = [];
  const steps = [];
  if (counter === 0) return [];
  for (const [cell, piece] of board.entries()) {
    if (piece.toLowerCase() !== next) continue;
    captures.push(...capturesFrom(put(board, cell, "."), piece, [cell]));
    for (const { down, right } of directions(piece)) {
      const land = cellAt(row(cell) + down, column(cell) + right);
      if (land !== undefined && board[land] === ".") steps.push([cell, land]);
    }
  }
  return captures.length > 0 ? captures : steps;
}

function isCapture(move) {
  return Math.abs(row(move[1]) - row(move[0])) === 2;
}

/** A move as the pipe writes it: the number of jumps, then the path. */
function textOf(move) {
  return [isCapture(move) ? move.length - 1 : 0, ...move].join("_");
}

/** The state after a move. */
function play(state, move) {
  const board = [...state.board];
  const piece = board[move[0]];
  const end = move.at(-1);
  board[move[0]] = ".";
  for (let i = 1; isCapture(move) && i < move.length; i += 1) {
    const [a, b] = [move[i - 1], move[i]];
    board[cellAt((row(a) + row(b)) / 2, (column(a) + column(b)) / 2)] = ".";
  }
  board[end] = isCrowned(piece, end) ? piece.toUpperCase() : piece;
  const counter = isCapture(move) ? PLIES_TO_DRAW : state.counter - 1;
  return { board, last: textOf(move), next: OTHER[state.next], counter };
}

/** Your idea goes here. This one captures as much as it can. */
function choose(_state, moves) {
  return moves.reduce((best, move) => (move.length > best.length ? move : best));
}

/** The state after this side's turn, which may be to say that the game is over. */
function answer(state) {
  const moves = legalMoves(state);
  if (moves.length > 0) return play(state, choose(state, moves));
  const lost = state.next === "r" ? WHITE_WINS : RED_WINS;
  return { ...state, last: state.counter === 0 ? DRAW : lost, next: OTHER[state.next] };
}

/** Draw a state on standard error if that is wanted, and say who has won. */
function show(state) {
  if (!process.argv.includes("verbose")) return;
  console.error(`${state.last} ${state.next} ${state.counter}`);
  for (let first = 0; first < 32; first += 4) {
    const signs = state.board.slice(first, first + 4).map((piece) => SIGNS[piece]);
    const indent = row(first) % 2 === 0 ? "  " : "";
    console.error(`${String(first).padStart(2)}  ${indent}${signs.join("   ")}`);
  }
  console.error(isOver(state) ? `${RESULTS[state.last]}\n` : "");
}

async function main() {
  if (process.argv.includes("init")) {
    console.log(START);
    show(parse(START));
  }
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const state = parse(line);
    if (process.argv.includes("--moves")) {
      console.log(legalMoves(state).map(textOf).join(" "));
      continue;
    }
    show(state);
    if (isOver(state)) break;
    const after = answer(state);
    console.log(write(after));
    show(after);
    if (isOver(after)) break;
  }
  process.stdin.destroy();
}

main();
