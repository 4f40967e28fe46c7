/** From a board's state to its picture: an SVG in layers, and the labels of the grid over it. */

import { say, svg } from "../dom.js";
import { badge } from "./shapes.js";
import { candidates, movers, previewed, targets } from "./state.js";

/** @import { Arrow, BoardState, Layers, Layout } from "./types.d.ts" */

const LAYERS = ["ground", "marks", "labels", "pieces", "arrows", "hints", "motion"];

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
      id: "board-picture",
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      "aria-hidden": "true",
      focusable: "false",
    },
    definitions(layout),
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
  const shapes = layout.background(state);
  const isLabel = (/** @type {SVGElement} */ shape) => shape.classList.contains("number");
  layers.ground.replaceChildren(...shapes.filter((shape) => !isLabel(shape)));
  layers.labels.replaceChildren(...shapes.filter(isLabel)); // no mark lies over them
}

/**
 * Draw the pieces as they lie now.
 * @param {Layout} layout
 * @param {Layers} layers
 * @param {BoardState} state
 */
export function renderPieces(layout, layers, state) {
  layers.pieces.replaceChildren(...layout.pieces(state));
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
    layout.spot(at(square), kind);
  const chosen = state.path;
  layers.marks.replaceChildren(
    ...state.last.map((square) => spot(square, "last")),
    ...chosen.map((square) => spot(square, "chosen")),
    ...state.ahead.map((square) => spot(square, "ahead")),
    ...state.suggested.map((square) => spot(square, "suggested")),
    ...(mustShowMovers(layout, state)
      ? [...movers(state)].map((square) => spot(square, "mover"))
      : []),
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
    ...(state.isOpen && state.showTargets ? (layout.preview?.(state) ?? []) : []),
    ...[...state.marks].map(([square, mark]) =>
      badge(badgeAt(layout, state, square), mark, layout.cell),
    ),
  );
  layers.arrows.replaceChildren(
    ...state.arrows.flatMap((arrow) => drawnArrow(layout, state, arrow)),
    ...state.drawn.flatMap((shape) => drawnShape(layout, state, shape)),
  );
}

/** @param {Layout} layout @param {BoardState} state */
function mustShowMovers(layout, state) {
  if (!state.isOpen || !state.view || !state.showTargets || state.path.length) return false;
  return layout.showsMovers(state.view);
}

/** @param {[number, number]} centre @param {number} r @param {string} kind */
function dot([x, y], r, kind) {
  return svg("circle", { class: kind, cx: x, cy: y, r });
}

/** @param {[number, number][]} points @param {string} kind */
function trail(points, kind) {
  return svg("polyline", { class: `trail ${kind}`, points: points.map(String).join(" ") });
}

/** @param {Layout} layout @param {BoardState} state @param {string} square */
function badgeAt(layout, state, square) {
  if (layout.badgeAt) return layout.badgeAt(square, state.flipped);
  const [x, y] = layout.centre(square, state.flipped);
  return /** @type {[number, number]} */ ([x, y - 0.34 * layout.cell]);
}

/** @param {Layout} layout @param {BoardState} state @param {Arrow} arrow */
function drawnArrow(layout, state, arrow) {
  const points = arrow.squares.map((square) => layout.centre(square, state.flipped));
  if (points.length < 2) {
    const text = arrow.text ?? String(arrow.rank + 1);
    const place = badgeAt(layout, state, arrow.squares[0]);
    return [badge(place, { text, tone: arrow.tone }, layout.cell)];
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

/** An arrow or circle drawn by hand. @param {Layout} layout @param {BoardState} state @param {string} shape */
function drawnShape(layout, state, shape) {
  const squares = shape.split(">").filter((square) => layout.rows.flat().includes(square));
  if (squares.length > 1) {
    const arrow = drawnArrow(layout, state, { squares, rank: 0, tone: "plain" });
    for (const element of arrow) element.classList.add("by-hand");
    return arrow;
  }
  return squares.map((square) =>
    dot(layout.centre(square, state.flipped), layout.cell * 0.44, "circle by-hand"),
  );
}

/**
 * What a screen reader says of a square.
 * @param {Layout} layout
 * @param {BoardState} state
 * @param {string} square
 */
export function spoken(layout, state, square) {
  const parts = [layout.contents(state, square)];
  if (state.path[0] === square) parts.push("selected");
  else if (candidates(state).some((move) => move.squares[move.squares.length - 1] === square)) {
    parts.push("destination");
  } else if (movers(state).has(square)) parts.push("can move");
  if (state.last[state.last.length - 1] === square) parts.push("last move");
  if (state.ahead.includes(square)) parts.push("chosen for your next turn");
  if (state.suggested.includes(square)) parts.push("suggested");
  return `${layout.label(square)}: ${parts.map((part) => say(part)).join(", ")}`;
}

/** Gradients that give pieces their depth. @param {Layout} layout */
function definitions(layout) {
  const radial = (/** @type {string} */ id) =>
    svg("radialGradient", { id, cx: "35%", cy: "30%", r: "80%" }, [
      svg("stop", { class: `${id}-inner` }),
      svg("stop", { class: `${id}-outer`, offset: 1 }),
    ]);
  return svg("defs", {}, layout.gradients.map(radial));
}
