// A Halma agent: it lists the legal moves and plays one of them.
//
//     node agent.js                        answer input.txt in this folder by output.txt
//     node agent.js --moves < input.txt    print the legal moves of each input on a line
//
// A square is {x, y}: x to the right, y down from the top left corner. A move is its path, the
// square of the man and then every square on which it lands.

const fs = require("node:fs");

const SIZE = 16;
const DIRECTIONS = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: -1, y: 1 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
];
const CAMP_WIDTHS = [5, 5, 4, 3, 2];

/** What input.txt asks: `seconds` are for one move (SINGLE) or for the rest of the game (GAME). */
function parse(lines) {
  const [mode, colour, seconds, ...board] = lines;
  return { mode, side: colour[0], seconds: Number(seconds), board };
}

/** B, W or a dot; undefined off the board. */
function at(task, square) {
  return task.board[square.y]?.[square.x];
}

/** Whether a square is in the camp of a side, B or W. */
function isInCamp(square, side) {
  const x = side === "B" ? square.x : SIZE - 1 - square.x;
  const y = side === "B" ? square.y : SIZE - 1 - square.y;
  return y < CAMP_WIDTHS.length && x < CAMP_WIDTHS[y];
}

function isSame(one, other) {
  return one.x === other.x && one.y === other.y;
}

/** The square so many steps away; it may be off the board. */
function beyond(square, direction, steps) {
  return { x: square.x + steps * direction.x, y: square.y + steps * direction.y };
}

/** Every step and every chain of jumps of a man: one move for each square it can end on. */
function movesOfMan(task, man) {
  const moves = [];
  for (const direction of DIRECTIONS) {
    const end = beyond(man, direction, 1);
    if (at(task, end) === ".") moves.push([man, end]);
  }
  const steps = moves.length;
  const chains = [[man]];
  // The list grows while it is walked, so shorter chains come first.
  for (const chain of chains) {
    for (const direction of DIRECTIONS) {
      const over = beyond(chain.at(-1), direction, 1);
      const land = beyond(chain.at(-1), direction, 2);
      // The man itself is in the air: its own square is empty.
      const isJump = "BW".includes(at(task, over) ?? " ") && !isSame(over, man);
      if (!isJump || at(task, land) !== ".") continue;
      if (chains.some((earlier) => isSame(earlier.at(-1), land))) continue;
      chains.push([...chain, land]);
      if (!moves.slice(0, steps).some((step) => isSame(step.at(-1), land))) {
        moves.push(chains.at(-1));
      }
    }
  }
  return moves;
}

/** The moves that the rules allow; only the two ends of a move count for the camps. */
function legalMoves(task) {
  const own = task.side;
  const other = own === "B" ? "W" : "B";
  const moves = [];
  let hasMenInCamp = false;
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const man = { x, y };
      if (at(task, man) !== own) continue;
      hasMenInCamp ||= isInCamp(man, own);
      for (const move of movesOfMan(task, man)) {
        const end = move.at(-1);
        const leavesOther = isInCamp(man, other) && !isInCamp(end, other);
        const returnsHome = !isInCamp(man, own) && isInCamp(end, own);
        if (!leavesOther && !returnsHome) moves.push(move);
      }
    }
  }
  if (!hasMenInCamp) return moves;
  // A man has to leave the camp; if none can, one has to move away from its corner.
  const inside = moves.filter((move) => isInCamp(move[0], own));
  const leaving = inside.filter((move) => !isInCamp(move.at(-1), own));
  if (leaving.length > 0) return leaving;
  const movingUp = inside.filter((move) => isFurther(move, own));
  if (movingUp.length > 0) return movingUp;
  return moves.filter((move) => !isInCamp(move[0], own));
}

/** Whether a move leads away from the own corner on one axis, and on neither towards it. */
function isFurther(move, side) {
  const sign = side === "B" ? 1 : -1;
  const dx = sign * (move.at(-1).x - move[0].x);
  const dy = sign * (move.at(-1).y - move[0].y);
  return dx >= 0 && dy >= 0 && dx + dy > 0;
}

/** Your idea goes here. This one takes the move that gets furthest towards the other corner. */
function choose(task, moves) {
  const sign = task.side === "B" ? 1 : -1;
  const gain = (move) => sign * (move.at(-1).x + move.at(-1).y - move[0].x - move[0].y);
  return moves.reduce((best, move) => (gain(move) > gain(best) ? move : best));
}

/** The lines of output.txt: one step, or each jump of a chain. */
function answer(move) {
  const isStep = Math.abs(move[1].x - move[0].x) < 2 && Math.abs(move[1].y - move[0].y) < 2;
  const letter = isStep ? "E" : "J";
  const hops = move.slice(1).map((to, i) => `${letter} ${textOf(move[i])} ${textOf(to)}\n`);
  return hops.join("");
}

function textOf(square) {
  return `${square.x},${square.y}`;
}

if (process.argv.includes("--moves")) {
  const lines = fs.readFileSync(0, "utf8").trim().split(/\s+/);
  for (let start = 0; start < lines.length; start += 3 + SIZE) {
    const moves = legalMoves(parse(lines.slice(start, start + 3 + SIZE)));
    console.log(moves.map((move) => move.map(textOf).join("-")).join(" "));
  }
} else {
  const task = parse(fs.readFileSync("input.txt", "utf8").trim().split(/\s+/));
  fs.writeFileSync("output.txt", answer(choose(task, legalMoves(task))));
}
