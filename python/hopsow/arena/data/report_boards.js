/**
 * How the report draws the board of each game. A cell of a frame is a man's letter or a number of
 * stones; what a move changed is marked.
 */

/** @typedef {{columns: number, squares: (cells: string[], changed: boolean[]) => Node[]}} ReportBoard */

/** @type {Record<import("../../web/page/js/types.d.ts").GameName, ReportBoard>} */
// biome-ignore lint/correctness/noUnusedVariables: report.js follows it in the page and uses it
const boards = {
  halma: {
    columns: 16,
    squares: (cells, changed) =>
      cells.map((cell, i) => {
        const isDark = (i + Math.floor(i / 16)) % 2 === 1;
        return reportSquare(isDark, changed[i], cell);
      }),
  },

  checkers: {
    columns: 8,
    squares: (cells, changed) =>
      Array.from({ length: 64 }, (_, i) => {
        const row = Math.floor(i / 8);
        const cell = Math.floor(i / 2);
        const isDark = (row + i) % 2 === 1;
        return isDark
          ? reportSquare(true, changed[cell], cells[cell])
          : reportSquare(false, false, ".");
      }),
  },

  awari: {
    columns: 8,
    squares: (cells, changed) =>
      [13, 11, 10, 9, 8, 7, 6, 12, 0, 1, 2, 3, 4, 5].map((i) => {
        const pit = reportSquare(false, changed[i], ".");
        pit.textContent = cells[i];
        if (i > 11) pit.classList.add("store", i === 12 ? "south" : "north");
        return pit;
      }),
  },
};

/** @param {boolean} isDark @param {boolean} isChanged @param {string} cell a dot if it is empty */
function reportSquare(isDark, isChanged, cell) {
  const square = document.createElement("span");
  square.classList.toggle("dark", isDark);
  square.classList.toggle("changed", isChanged);
  if (cell !== ".") {
    const disc = document.createElement("i");
    disc.className = cell.toLowerCase();
    disc.textContent = cell === cell.toUpperCase() ? "♛" : "";
    square.append(disc);
  }
  return square;
}
