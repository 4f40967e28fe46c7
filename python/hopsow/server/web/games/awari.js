/**
 * Awari on the page: twelve pits, two stores, stones one can count. Geometry, drawing, and how
 * sowing looks; the server says where each stone falls.
 */

import { badge, picture } from "../js/board/shapes.js";
import { svg } from "../js/dom.js";
import { play as sound } from "../js/sound.js";

const PIT = 112;
const STORE = 116;
const HEIGHT = 404;
const RADIUS = 50;
const STONE = 11;
const STONES = 48;
const ROW = 122; // from the edge of the board to the middle of a row
/** @type {Record<string, string>} */
const NAMES = { south: "South", north: "North" };
const PITS = "ABCDEFabcdef";
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

const SOW_MS = { off: 0, fast: 60, normal: 130, slow: 320 };
const SOUTH = 12;
const NORTH = 13;

/** @import { Animation } from "../js/board/animate.js" */
/** @import { BoardState, Layout } from "../js/board/types.d.ts" */
/** @import { Story } from "../js/types.d.ts" */

/** @type {Layout} */
export const awari = {
  name: "awari",
  firstSits: "below",
  width: 6 * PIT + 2 * STORE,
  height: HEIGHT,
  cell: 2 * RADIUS,
  gradients: {
    tone0: ["#fbf3df", "#cdb88d"],
    tone1: ["#e9edea", "#a3b1ab"],
    tone2: ["#f3dcc0", "#c79a6c"],
    tone3: ["#e6ded6", "#a8968a"],
    pit: ["#6d4521", "#8f6135"],
  },
  rows: [[..."fedcba"], [..."ABCDEF"]],

  index(square) {
    if (square === "south") return SOUTH;
    return square === "north" ? NORTH : PITS.indexOf(square);
  },

  centre(square, flipped) {
    const index = awari.index(square);
    const isSouth = index < 6 || index === SOUTH;
    const y = isSouth === !flipped ? HEIGHT - ROW : ROW;
    if (index >= SOUTH)
      return [(index === SOUTH) === !flipped ? awari.width - STORE / 2 : STORE / 2, HEIGHT / 2];
    const column = isSouth ? index : 11 - index;
    return [STORE + PIT * ((flipped ? 5 - column : column) + 0.5), y];
  },

  background({ flipped }) {
    const frame = svg("rect", { class: "frame", width: awari.width, height: HEIGHT, rx: 60 });
    const pits = [...PITS].map((pit) => {
      const [x, y] = awari.centre(pit, flipped);
      return svg("circle", { class: "pit", cx: x, cy: y, r: RADIUS });
    });
    const stores = ["south", "north"].map((side) => {
      const [x, y] = awari.centre(side, flipped);
      return svg("rect", {
        class: "pit",
        x: x - 40,
        y: y - 126,
        width: 80,
        height: 252,
        rx: 40,
      });
    });
    return [frame, ...stores, ...pits];
  },

  /** Stones and numbers of every pit and store. */
  pieces(state) {
    return [...PITS, "south", "north"].flatMap((place) => {
      const count = Number(state.shown[awari.index(place)] ?? 0);
      const [x, y] = awari.centre(place, state.flipped);
      const isStore = place.length > 1;
      const isAbove = !isStore && y < HEIGHT / 2;
      const at = isAbove ? 46 : HEIGHT - 46;
      const nameAt = isAbove || isStore ? 22 + (isStore ? 26 : 0) : HEIGHT - 20;
      const stones = isStore ? heap(count) : scattered(count);
      return [
        svg(
          "g",
          { class: "stones", transform: `translate(${x} ${y})` },
          stones.map(([dx, dy, r], index) => stone(dx, dy, r, index, place)),
        ),
        svg("text", { class: "count", x, y: at, "data-count": place }, count),
        svg("text", { class: "coordinate", x, y: nameAt }, isStore ? NAMES[place] : place),
      ];
    });
  },

  isEmpty: () => false,

  won({ stones = [] }) {
    return [stonesOf(stones[SOUTH]), stonesOf(stones[NORTH])];
  },

  contents(state, square) {
    return stonesOf(Number(state.shown[awari.index(square)] ?? 0));
  },

  label: (square) => `pit ${square}`,

  badgeAt,
  spot: ([x, y], kind) => svg("circle", { class: `pit-ring ${kind}`, cx: x, cy: y, r: 52 }),

  showsMovers: () => true,

  preview,
  enact: sow,
  brief: (move) => move,

  shown: (view) => [...(view.stones ?? [])],
  setUp: (shown) => ({ stones: shown.map(Number) }),
  empty: 0,
  painted: (before, tool) => Math.max(0, Number(before) + (tool === "+" ? 1 : -1)),
  tools: [
    { name: "+", label: "add a stone", picture: () => stoneWith("+") },
    { name: "-", label: "remove a stone", picture: () => stoneWith("−") },
  ],
  counts: [
    { index: SOUTH, label: "South's store", max: STONES },
    { index: NORTH, label: "North's store", max: STONES },
  ],

  help: [
    ["A click on a pit", "Sows its stones. Pits you may play have a green ring."],
    ["Pointing at a pit", "Shows where its stones would fall; captures are green."],
  ],
};

/** @param {number} count */
function stonesOf(count) {
  return count === 1 ? "1 stone" : `${count} stones`;
}

/**
 * Between the rows, where a badge hides no stone.
 * @param {string} square
 * @param {boolean} flipped
 * @returns {[number, number]}
 */
function badgeAt(square, flipped) {
  const [x, y] = awari.centre(square, flipped);
  return [x, y < HEIGHT / 2 ? HEIGHT / 2 - 15 : HEIGHT / 2 + 15];
}

/**
 * Where the stones of the pit under the pointer would fall.
 * @param {BoardState} state
 */
function preview(state) {
  const pit = state.hovered;
  const story = state.view?.legal_moves.find((move) => move.squares[0] === pit)?.story;
  if (!story) return [];
  /** @type {Map<string, number>} */
  const falls = new Map();
  for (const place of story.sown) falls.set(place, (falls.get(place) ?? 0) + 1);
  return [...falls].map(([place, count]) => {
    const tone = story.taken.includes(place) ? "win" : "plain";
    return badge(badgeAt(place, state.flipped), { text: `+${count}`, tone }, awari.cell);
  });
}

/**
 * Stone by stone from the emptied pit, then what is captured goes to its store.
 * @param {Animation} animation
 * @param {Story} story
 */
async function sow(animation, story) {
  const { state } = animation;
  const shown = /** @type {number[]} */ (state.shown);
  const origin = story.path[0];
  shown[awari.index(origin)] = 0;
  animation.redraw();
  const ms = animation.ms(SOW_MS) / Math.max(1, Math.sqrt(story.sown.length / 6));
  let from = awari.centre(origin, state.flipped);
  for (const pit of story.sown) {
    const to = awari.centre(pit, state.flipped);
    await animation.glide(hand(1), from, to, ms, 0.3);
    if (animation.isOver) return;
    shown[awari.index(pit)] += 1;
    animation.redraw();
    sound("sow");
    from = to;
  }
  for (const pit of story.taken) await capture(animation, pit, story.store ?? "", 2.5 * ms);
}

/** @param {Animation} animation @param {string} pit @param {string} store @param {number} ms */
async function capture(animation, pit, store, ms) {
  if (animation.isOver) return;
  const { flipped } = animation.state;
  const shown = /** @type {number[]} */ (animation.state.shown);
  const count = shown[awari.index(pit)];
  shown[awari.index(pit)] = 0;
  animation.redraw();
  await animation.glide(
    hand(count),
    awari.centre(pit, flipped),
    awari.centre(store, flipped),
    ms,
    0.3,
  );
  if (animation.isOver) return;
  shown[awari.index(store)] += count;
  animation.redraw();
  sound("capture");
}

/** Stones that are carried. @param {number} count */
function hand(count) {
  const stones = Array.from({ length: count }, (_, index) =>
    stone(index * 9 - (count - 1) * 4.5, (index % 2) * 8, 11.5, index, "hand"),
  );
  return svg("g", {}, stones);
}

/** @param {string} sign */
function stoneWith(sign) {
  const text = svg("text", { class: "sign", x: 12, y: 1, "font-size": 18 }, sign);
  return picture(52, 28, stone(-10, 0, 9, 0, "A"), text);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {number} index
 * @param {string} place
 */
function stone(x, y, r, index, place) {
  const tone = (index * 7 + place.charCodeAt(0) * 3) % 4;
  return svg("g", { class: `stone tone${tone}`, transform: `translate(${x} ${y})` }, [
    svg("circle", { class: "shadow", cx: 0.8, cy: 1.8, r }),
    svg("circle", { class: "body", r }),
    svg("circle", { class: "shine", cx: -r * 0.3, cy: -r * 0.35, r: r * 0.28 }),
  ]);
}

/**
 * Places of stones in a pit: rings, which the eye counts, and a spiral for very many.
 * @param {number} count
 * @returns {[number, number, number][]}
 */
function scattered(count) {
  if (count > 19) {
    const r = (44 / Math.sqrt(count)) * 0.95;
    return Array.from({ length: count }, (_, index) => {
      const out = (RADIUS - r - 3) * Math.sqrt((index + 0.5) / count);
      return at(index * GOLDEN_ANGLE, out, r);
    });
  }
  if (count > 9) {
    const outer = Math.min(12, Math.round(0.7 * count));
    return [...ring(outer, 38, 10), ...rings(count - outer, 10, [12, 15, 20])];
  }
  return rings(count, STONE, [14, 20, 28]);
}

/**
 * A ring, with a stone in its middle where there are more than five.
 * @param {number} count
 * @param {number} r
 * @param {number[]} radii for few, some and many
 */
function rings(count, r, [few, some, many]) {
  if (count > 5) return [...ring(count - 1, many, r), at(0, 0, r)];
  return ring(count, count === 1 ? 0 : count <= 3 ? few : some, r);
}

/** @param {number} count @param {number} radius @param {number} r */
function ring(count, radius, r) {
  const turn = count === 4 ? Math.PI / 4 : 0;
  return Array.from({ length: count }, (_, index) =>
    at(turn - Math.PI / 2 + (2 * Math.PI * index) / count, radius, r),
  );
}

/**
 * @param {number} angle
 * @param {number} out
 * @param {number} r
 * @returns {[number, number, number]}
 */
function at(angle, out, r) {
  return [out * Math.cos(angle), out * Math.sin(angle), r];
}

/**
 * Places of stones in a store: from the bottom up, two and three to a row, or more of smaller ones.
 * @param {number} count
 * @returns {[number, number, number][]}
 */
function heap(count) {
  const [most, r] = count > 26 ? [4, 8] : [3, STONE];
  /** @type {[number, number, number][]} */
  const places = [];
  for (let row = 0; places.length < count; row++) {
    const columns = Math.min(most - 1 + (row % 2), count - places.length);
    for (let column = 0; column < columns; column++) {
      places.push([(column - (columns - 1) / 2) * (2 * r + 1), 100 - row * (1.8 * r), r]);
    }
  }
  return places;
}
