/**
 * The report's games: a list that can be searched, each to be opened in the viewer.
 */

/**
 * A game as the report holds it: its round, agents A and B, number, which of them moves first, which
 * won, verdict, which is guilty, the reason, plies, and the packed frames.
 * @typedef {[number, string, string, number, Agent, Agent | null, string, Agent | null, string, number, string]} PlayedGame
 */
/** @typedef {"A" | "B"} Agent */

const GAMES_ON_A_PAGE = 50;
/** @type {{games: PlayedGame[]}} */
const report = JSON.parse(at("data").textContent ?? "");
const finder = /** @type {HTMLInputElement} */ (at("find"));
const table = /** @type {HTMLTableElement} */ (at("games"));
/** The part of the list that is shown. */
let listPage = 0;

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
function view([round, a, b, number, first, , , , , , packed]) {
  const [one, two] = first === "A" ? [a, b] : [b, a];
  openGame(`${one} against ${two}, round ${round + 1}, game ${number + 1}`, packed);
}

at("earlier").onclick = () => list(listPage - 1);
at("later").onclick = () => list(listPage + 1);
finder.oninput = () => list(0);
list(0);
