/** The curve of a game: the first side's expected result, ply by ply. */

import { say, side, svg } from "./dom.js";

/** @import { TurningPoint } from "./types.d.ts" */

const HEIGHT = 100;
const WIDTH = 300;

/**
 * @param {number[]} chances
 * @param {number} plies how many there will be
 * @param {number} here
 * @param {TurningPoint[]} points
 * @param {string} first the side whose expected result it is
 * @param {(ply: number) => void} go
 */
export function graph(chances, plies, here, points, first, go) {
  const x = (/** @type {number} */ ply) => (WIDTH * ply) / Math.max(1, plies - 1);
  const y = (/** @type {number} */ chance) => 4 + (HEIGHT - 8) * (1 - chance);
  const places = chances.map((chance, ply) => `${x(ply)},${y(chance)}`);
  const last = x(Math.max(0, chances.length - 1));
  const chart = svg(
    "svg",
    {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": say("Expected result of {side}: {values}", {
        side: first && side(first),
        values: chances.map((chance) => `${Math.round(100 * chance)} %`).join(", "),
      }),
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        const box = chart.getBoundingClientRect();
        const ply = Math.round(((event.clientX - box.left) / box.width) * (plies - 1));
        go(Math.max(0, Math.min(plies - 1, ply)));
      },
    },
    svg("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    places.length > 1
      ? svg("polygon", {
          class: "area",
          points: `0,${HEIGHT / 2} ${places.join(" ")} ${last},${HEIGHT / 2}`,
        })
      : null,
    svg("polyline", { class: "curve", points: places.join(" ") }),
    points.map((point) =>
      svg("ellipse", {
        class: point.name,
        cx: x(point.ply + 1),
        cy: y(chances[point.ply + 1] ?? 0.5),
        rx: 2.6,
        ry: 3.4,
      }),
    ),
    here >= 0 ? svg("line", { class: "here", x1: x(here), x2: x(here), y1: 0, y2: HEIGHT }) : null,
  );
  return chart;
}
