/**
 * The report's games: a list that can be searched, and a viewer that replays one.
 *
 * The viewer knows no rules: a game is its first position and what each move changes.
 */

/**
 * A game as the report holds it: its round, agents A and B, number, which of them moves first, which
 * won, verdict, which is guilty, the reason, plies, and the packed frames.
 * @typedef {[number, string, string, number, Agent, Agent | null, string, Agent | null, string, number, string]} PlayedGame
 */
/** @typedef {"A" | "B"} Agent */

const GAMES_ON_A_PAGE = 50;
/** @type {{game: string, games: PlayedGame[]}} */
const report = JSON.parse(at("data").textContent ?? "");
const finder = /** @type {HTMLInputElement} */ (at("find"));
const table = /** @type {HTMLTableElement} */ (at("games"));
/** The part of the list that is shown, and the game in the viewer. */
let listPage = 0;
let viewed = { frames: [[""]], moves: [""], ply: 0 };

/** @param {string} id */
function at(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** The games that the words in the field fit. */
function wanted() {
  const words = finder.value.toLowerCase().split(/\s+/).filter(Boolean);
  return report.games.filter(([, a, b, , , , verdict]) => {
    const text = `${a} ${b} ${verdict}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** @param {number} to */
function list(to) {
  const fitting = wanted();
  const last = Math.ceil(fitting.length / GAMES_ON_A_PAGE) - 1;
  listPage = Math.max(0, Math.min(to, last));
  const first = listPage * GAMES_ON_A_PAGE;
  const shown = fitting.slice(first, first + GAMES_ON_A_PAGE);
  table.tBodies[0].replaceChildren(...shown.map(rowOf));
  const span = `${first + 1} to ${first + shown.length} of ${fitting.length}`;
  at("span").textContent = shown.length ? span : "none";
}

/** @param {PlayedGame} game */
function rowOf(game) {
  const [round, a, b, , first, winner, verdict, guilty, reason, plies] = game;
  const named = (/** @type {Agent} */ agent) => (agent === "A" ? a : b);
  const why = guilty ? ` by ${named(guilty)}: ${reason}` : `: ${reason}`;
  const won = winner ? named(winner) : "draw";
  const row = document.createElement("tr");
  for (const text of [round + 1, a, b, named(first), won, verdict + why, plies]) {
    row.insertCell().textContent = String(text);
  }
  const button = document.createElement("button");
  button.textContent = "replay";
  button.onclick = () => view(game);
  row.insertCell().append(button);
  return row;
}

/** @param {PlayedGame} game */
async function view([round, a, b, number, first, , , , , , packed]) {
  viewed = replayed(await unpacked(packed));
  const [one, two] = first === "A" ? [a, b] : [b, a];
  at("title").textContent = `${one} against ${two}, round ${round + 1}, game ${number + 1}`;
  at("viewer").hidden = false;
  goTo(0);
  at("viewer").scrollIntoView();
}

/** @param {string} packed */
async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

/**
 * Every position of a game: the first line has the first one, every other a move and what it changes.
 * @param {string} text
 */
function replayed(text) {
  const [start, ...lines] = text.split("\n");
  const frames = [start.split(" ")];
  const moves = [];
  for (const line of lines) {
    const [move, ...changes] = line.split(" ");
    const frame = [...frames[frames.length - 1]];
    for (const change of changes) {
      const [index, cell] = change.split("=");
      frame[Number(index)] = cell;
    }
    frames.push(frame);
    moves.push(move);
  }
  return { frames, moves, ply: 0 };
}

/** @param {number} to */
function goTo(to) {
  const { frames, moves } = viewed;
  const ply = Math.max(0, Math.min(to, moves.length));
  viewed.ply = ply;
  const changed = frames[ply].map((cell, i) => ply > 0 && cell !== frames[ply - 1][i]);
  const { columns, squares } = boards[report.game];
  const board = at("board");
  board.className = report.game;
  board.style.gridTemplateColumns = `repeat(${columns}, auto)`;
  board.replaceChildren(...squares(frames[ply], changed));
  const where = `${ply} of ${moves.length}: ${moves[ply - 1]}`;
  at("ply").textContent = ply ? where : `start, ${moves.length} moves`;
}

at("first").onclick = () => goTo(0);
at("back").onclick = () => goTo(viewed.ply - 1);
at("next").onclick = () => goTo(viewed.ply + 1);
at("last").onclick = () => goTo(viewed.moves.length);
addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step && !at("viewer").hidden && event.target !== finder) goTo(viewed.ply + step);
});
at("earlier").onclick = () => list(listPage - 1);
at("later").onclick = () => list(listPage + 1);
finder.oninput = () => list(0);
list(0);
