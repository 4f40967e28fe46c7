// An Awari agent that speaks the engine protocol: it lists the legal moves and plays one of them.
//
//     node agent.js    answer lines of standard input: ugi, isready, position …, go, query
//                      legalmoves, quit
//
// Pits 0 to 5 are South's from left to right, written A to F; 6 to 11 are North's, a to f, on the
// way round. A move is a pit.

const readline = require("node:readline");

const START = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
const LETTERS = "ABCDEFabcdef";
const SOUTH = 0;
const NORTH = 1;

/** Stones in the pits and stores, and the side to move, from a text such as START. */
function parse(text) {
  const words = text.split("-");
  const stones = words.slice(0, 14).map(Number);
  return {
    pits: stones.slice(0, 12),
    stores: stones.slice(12),
    side: words[14] === "S" ? SOUTH : NORTH,
  };
}

function isInRow(pit, side) {
  return side === SOUTH ? pit >= 0 && pit < 6 : pit >= 6 && pit < 12;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** How many stones lie in the pits of a side. */
function stonesOf(position, side) {
  return sum(position.pits.filter((_, pit) => isInRow(pit, side)));
}

/** The position after a move. */
function play(position, pit) {
  const after = {
    pits: [...position.pits],
    stores: [...position.stores],
    side: 1 - position.side,
  };
  after.pits[pit] = 0;
  let at = pit;
  for (let left = position.pits[pit]; left > 0; left -= 1) {
    at = (at + 1) % 12;
    if (at === pit) at = (at + 1) % 12; // skipped on every lap
    after.pits[at] += 1;
  }
  const captured = [];
  while (isInRow(at, after.side) && (after.pits[at] === 2 || after.pits[at] === 3)) {
    captured.push(at);
    at -= 1;
  }
  const won = sum(captured.map((each) => after.pits[each]));
  // A grand slam captures nothing.
  if (won < stonesOf(after, after.side)) {
    after.stores[position.side] += won;
    for (const each of captured) after.pits[each] = 0;
  }
  return after;
}

/** Whether a store holds more than half of all stones. */
function isOver({ pits, stores }) {
  return 2 * Math.max(...stores) > sum(pits) + sum(stores);
}

/** The pits that may be sown: an opponent without stones has to be given some. */
function legalMoves(position) {
  if (isOver(position)) return [];
  const { pits, side } = position;
  const moves = [...pits.keys()].filter((pit) => isInRow(pit, side) && pits[pit] > 0);
  if (stonesOf(position, 1 - side) > 0) return moves;
  return moves.filter((pit) => stonesOf(play(position, pit), 1 - side) > 0);
}

/** Your idea goes here. This one captures as much as it can. */
function choose(position, moves) {
  const store = (pit) => play(position, pit).stores[position.side];
  return moves.reduce((best, pit) => (store(pit) > store(best) ? pit : best));
}

/** What a line says: `position startpos` or `position fen TEXT`, then `moves A f …`. */
function positionOf(words) {
  let position = parse(words[1] === "fen" ? words[2] : START);
  const moves = words.includes("moves") ? words.slice(words.indexOf("moves") + 1) : [];
  for (const letter of moves) position = play(position, LETTERS.indexOf(letter));
  return position;
}

async function main() {
  let position = parse(START);
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "ugi") {
      console.log("id name starter\nid author you");
      console.log("option name Game type combo default awari var awari\nugiok");
    } else if (words[0] === "isready") {
      console.log("readyok");
    } else if (words[0] === "uginewgame") {
      position = parse(START);
    } else if (words[0] === "position") {
      position = positionOf(words);
    } else if (words[0] === "go") {
      console.log(`bestmove ${LETTERS[choose(position, legalMoves(position))]}`);
    } else if (words.join(" ") === "query legalmoves") {
      const letters = legalMoves(position).map((pit) => LETTERS[pit]);
      console.log(["response", ...letters].join(" "));
    } else if (words[0] === "quit") {
      break;
    }
  }
  process.stdin.destroy();
}

main();
