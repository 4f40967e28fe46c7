/** From a board's state to its picture: an SVG in layers, and the labels of the grid over it. */

import { svg } from "../dom.js";
import { candidates, movers, previewed, targets } from "./state.js";

/** @import { Arrow, BoardState, Layers, Layout, Mark } from "./types.d.ts" */

const GRADIENTS = {
  "halma-b": ["#5d6570", "#1d2126"],
  "halma-w": ["#ffffff", "#d9cfbd"],
  "checkers-r": ["#e2604f", "#a92a1f"],
  "checkers-w": ["#fffaf0", "#e3d3b1"],
  tone0: ["#fbf3df", "#cdb88d"],
  tone1: ["#e9edea", "#a3b1ab"],
  tone2: ["#f3dcc0", "#c79a6c"],
  tone3: ["#e6ded6", "#a8968a"],
  pit: ["#6d4521", "#8f6135"],
};
const LAYERS = ["ground", "marks", "pieces", "arrows", "hints", "motion"];

/**
 * The picture, still empty.
 * @param {Layout} layout
 */
export function canvas(layout) {
  const layers = /** @type {Layers} */ ({});
  for (const name of LAYERS) layers[name] = svg("g", { class: `layer-${name}` });
  const element = svg(
    "svg",
    {
      class: "board-picture",
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      "aria-hidden": "true",
      focusable: "false",
    },
    definitions(),
    Object.values(layers),
  );
  return { element, layers };
}

/**
 * Draw what stays from move to move.
 * @param {Layout} layout
 * @param {Layers} layers
 * @param {BoardState} state
 */
export function renderGround(layout, layers, state) {
  layers.ground.replaceChildren(...layout.background(state));
}

/**
 * Draw the pieces as they lie now.
 * @param {Layout} layout
 * @param {Layers} layers
 * @param {BoardState} state
 */
export function renderPieces(layout, layers, state) {
  if (layout.pieces) {
    layers.pieces.replaceChildren(...layout.pieces(state));
    return;
  }
  const pieces = layout.rows.flat().flatMap((square) => {
    const letter = String(state.shown[layout.index(square)] ?? ".");
    if (letter === ".") return [];
    const [x, y] = layout.centre(square, state.flipped);
    return [man(layout, letter, x, y, square)];
  });
  layers.pieces.replaceChildren(...pieces);
}

/**
 * @param {Layout} layout
 * @param {string} letter
 * @param {number} x
 * @param {number} y
 * @param {string} [square]
 */
export function man(layout, letter, x, y, square) {
  return svg(
    "g",
    {
      class: `piece ${layout.name}-${letter.toLowerCase()}`,
      transform: `translate(${x} ${y})`,
      "data-at": square,
    },
    layout.piece(letter),
  );
}

/**
 * Draw what helps to choose: last move, selection, destinations, the previewed way, arrows, marks.
 * @param {Layout} layout
 * @param {Layers} layers
 * @param {BoardState} state
 */
export function renderHints(layout, layers, state) {
  const at = (/** @type {string} */ square) => layout.centre(square, state.flipped);
  const spot = (/** @type {string} */ square, /** @type {string} */ kind) =>
    layout.name === "awari" ? pitRing(at(square), kind) : tile(layout, at(square), kind);
  const chosen = state.path;
  layers.marks.replaceChildren(
    ...state.last.map((square) => spot(square, "last")),
    ...chosen.map((square) => spot(square, "chosen")),
    ...(mustShowMovers(state) ? [...movers(state)].map((square) => spot(square, "mover")) : []),
  );
  const { ends, hops } = targets(state);
  const dots = state.showTargets
    ? [
        ...[...ends].map((square) => dot(at(square), layout.cell * 0.16, "target")),
        ...[...hops].map((square) => dot(at(square), layout.cell * 0.1, "hop")),
      ]
    : [];
  const way = previewed(state);
  layers.hints.replaceChildren(
    ...dots,
    ...(way ? [trail(way.squares.map(at), "way")] : []),
    ...sowingPreview(layout, state),
    ...[...state.marks].map(([square, mark]) => badge(badgeAt(layout, state, square), mark, layout)),
  );
  layers.arrows.replaceChildren(...state.arrows.flatMap((arrow) => drawnArrow(layout, state, arrow)));
}

/**
 * Only where the choice is narrow for a reason do movable pieces stand out.
 * @param {BoardState} state
 */
function mustShowMovers(state) {
  if (!state.isOpen || !state.view || !state.showTargets || state.path.length) return false;
  return state.view.game === "awari" || (state.view.game === "checkers" && !!state.view.notice);
}

/** @param {Layout} layout @param {[number, number]} centre @param {string} kind */
function tile(layout, [x, y], kind) {
  const half = layout.cell / 2;
  return svg("rect", {
    class: `tile ${kind}`,
    x: x - half,
    y: y - half,
    width: layout.cell,
    height: layout.cell,
  });
}

/** @param {[number, number]} centre @param {string} kind */
function pitRing([x, y], kind) {
  return svg("circle", { class: `pit-ring ${kind}`, cx: x, cy: y, r: 52 });
}

/** @param {[number, number]} centre @param {number} r @param {string} kind */
function dot([x, y], r, kind) {
  return svg("circle", { class: kind, cx: x, cy: y, r });
}

/** @param {[number, number][]} points @param {string} kind */
function trail(points, kind) {
  return svg("polyline", { class: `trail ${kind}`, points: points.map(String).join(" ") });
}

/**
 * Awari: where the stones of the pit under the pointer would fall.
 * @param {Layout} layout
 * @param {BoardState} state
 */
function sowingPreview(layout, state) {
  const pit = state.hovered;
  if (layout.name !== "awari" || !state.isOpen || !state.showTargets || pit === null) return [];
  const story = state.view?.legal_moves.find((move) => move.squares[0] === pit)?.story;
  if (!story) return [];
  /** @type {Map<string, number>} */
  const falls = new Map();
  for (const place of story.sown) falls.set(place, (falls.get(place) ?? 0) + 1);
  return [...falls].map(([place, count]) => {
    const tone = story.taken.includes(place) ? "win" : "plain";
    return badge(badgeAt(layout, state, place), { text: `+${count}`, tone }, layout);
  });
}

/** @param {Layout} layout @param {BoardState} state @param {string} square */
function badgeAt(layout, state, square) {
  if (layout.badgeAt) return layout.badgeAt(square, state.flipped);
  const [x, y] = layout.centre(square, state.flipped);
  return /** @type {[number, number]} */ ([x, y - 0.34 * layout.cell]);
}

/** @param {[number, number]} centre @param {Mark} mark @param {Layout} layout */
function badge([x, y], { text, tone }, layout) {
  const size = Math.max(15, Math.min(18, layout.cell * 0.3));
  const width = Math.max(size * 1.5, text.length * size * 0.62 + 12);
  return svg("g", { class: `badge ${tone}`, transform: `translate(${x} ${y})` }, [
    svg("rect", { x: -width / 2, y: -size * 0.7, width, height: size * 1.4, rx: size * 0.7 }),
    svg("text", { "font-size": size }, text),
  ]);
}

/** @param {Layout} layout @param {BoardState} state @param {Arrow} arrow */
function drawnArrow(layout, state, arrow) {
  const points = arrow.squares.map((square) => layout.centre(square, state.flipped));
  if (points.length < 2) {
    const text = arrow.text ?? String(arrow.rank + 1);
    const place = badgeAt(layout, state, arrow.squares[0]);
    return [badge(place, { text, tone: arrow.rank === 0 ? "best" : "plain" }, layout)];
  }
  const [x1, y1] = points[points.length - 2];
  const [x2, y2] = points[points.length - 1];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = layout.cell * 0.3;
  points[points.length - 1] = [x2 - ux * head, y2 - uy * head];
  const corners = [
    [x2, y2],
    [x2 - ux * head - uy * head * 0.6, y2 - uy * head + ux * head * 0.6],
    [x2 - ux * head + uy * head * 0.6, y2 - uy * head - ux * head * 0.6],
  ];
  return [
    svg("g", { class: `arrow rank${Math.min(arrow.rank, 4)}` }, [
      svg("polyline", {
        points: points.map(String).join(" "),
        "stroke-width": layout.cell * (arrow.rank === 0 ? 0.16 : 0.1),
      }),
      svg("polygon", { points: corners.map(String).join(" ") }),
    ]),
  ];
}

/**
 * What a screen reader says of a square.
 * @param {Layout} layout
 * @param {BoardState} state
 * @param {string} square
 */
export function spoken(layout, state, square) {
  const parts = [`${layout.label(square)}: ${layout.contents(state, square)}`];
  if (state.path[0] === square) parts.push("selected");
  else if (candidates(state).some((move) => move.squares[move.squares.length - 1] === square)) {
    parts.push("destination");
  } else if (movers(state).has(square)) parts.push("can move");
  if (state.last[state.last.length - 1] === square) parts.push("last move");
  return parts.join(", ");
}

/** Gradients that give pieces and pits their depth. */
function definitions() {
  const radial = (/** @type {[string, string[]]} */ [id, [inner, outer]]) =>
    svg("radialGradient", { id, cx: "35%", cy: "30%", r: "80%" }, [
      svg("stop", { "stop-color": inner }),
      svg("stop", { offset: 1, "stop-color": outer }),
    ]);
  return svg("defs", {}, Object.entries(GRADIENTS).map(radial));
}
