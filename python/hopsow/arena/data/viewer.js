/**
 * A viewer that replays a game. It knows no rules: a game is its first position and what each move
 * changes. `report_boards.js` draws the boards; the page names the game in `data-game` of the viewer.
 */

/** The game in the viewer. */
let viewed = { frames: [[""]], moves: [""], ply: 0 };

/** @param {string} id */
function at(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Open a game at a ply.
 * @param {string} title @param {string} packed its frames @param {number} ply
 */
// biome-ignore lint/correctness/noUnusedVariables: the script that follows it in the page uses it
async function openGame(title, packed, ply = 0) {
  viewed = replayed(await unpacked(packed));
  at("title").textContent = title;
  at("viewer").hidden = false;
  goTo(ply);
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
  const game = /** @type {keyof typeof boards} */ (at("viewer").dataset.game);
  const { columns, squares } = boards[game];
  const board = at("board");
  board.className = game;
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
  if (step && !at("viewer").hidden && !(event.target instanceof HTMLInputElement))
    goTo(viewed.ply + step);
});
