/**
 * Awari on the page: twelve pits, two stores, stones that lie as they fell. Geometry, drawing, and how
 * sowing looks; the server says where each stone falls.
 */

import { badge, picture } from "../js/board/shapes.js";
import { say, svg } from "../js/dom.js";
import { play as sound } from "../js/sound.js";

const PIT = 112; // from pit to pit
const STORE = 128;
const HEIGHT = 580;
const WIDE = 50; // half the width of a pit
const TALL = 99;
const ROW = 169; // from the edge of the board to the middle of a row
const STORE_WIDE = 44;
const STORE_TALL = 220;
const SEED = 13;
const STONES = 48;
/** @type {Record<string, string>} */
const NAMES = { south: "South", north: "North" };
const PITS = "ABCDEFabcdef";

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
  cell: 2 * WIDE,
  tall: 2 * TALL,
  gradients: ["tone0", "tone1", "tone2", "tone3", "pit"],
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
    const frame = svg("rect", {
      class: "frame",
      x: 3,
      y: 3,
      width: awari.width - 6,
      height: HEIGHT - 6,
      rx: 76,
    });
    const pits = [...PITS].flatMap((pit) => hollow(awari.centre(pit, flipped), WIDE, TALL, WIDE));
    const stores = ["south", "north"].flatMap((side) => {
      const [x, y] = awari.centre(side, flipped);
      const owner = side === "south" ? "first" : "second";
      return [
        ...hollow([x, y], STORE_WIDE, STORE_TALL, STORE_WIDE),
        svg("rect", {
          class: `rim ${owner}`,
          x: x - STORE_WIDE - 4,
          y: y - STORE_TALL - 4,
          width: 2 * STORE_WIDE + 8,
          height: 2 * STORE_TALL + 8,
          rx: STORE_WIDE + 4,
        }),
        svg("rect", {
          class: `edge ${owner}`,
          x: STORE + 14,
          y: isBelow(side, flipped) ? HEIGHT - 14 : 8,
          width: 6 * PIT - 28,
          height: 6,
          rx: 3,
        }),
      ];
    });
    return [frame, ...grain(), ...stores, ...pits];
  },

  /** Stones and numbers of every pit and store. */
  pieces(state) {
    return [...PITS, "south", "north"].flatMap((place) => {
      const count = Number(state.shown[awari.index(place)] ?? 0);
      const [x, y] = awari.centre(place, state.flipped);
      const isStore = place.length > 1;
      const size = isStore ? [STORE_WIDE, STORE_TALL - 34] : [WIDE, TALL];
      const stones = dropped(place, size).slice(0, count);
      return [
        svg(
          "g",
          { class: "stones", transform: `translate(${x} ${y})` },
          stones.map(([dx, dy, turn], index) => stone(dx, dy, turn, index, place)),
        ),
        ...(isStore
          ? storeCount(place, count, state.flipped)
          : pitCount(place, count, state.flipped)),
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

  label: (pit) => say("pit {pit}", { pit }),

  badgeAt,
  spot: ([x, y], kind) =>
    svg("rect", {
      class: `pit-ring ${kind}`,
      x: x - WIDE - 3,
      y: y - TALL - 3,
      width: 2 * WIDE + 6,
      height: 2 * TALL + 6,
      rx: WIDE + 3,
    }),

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

  about: "Sow your stones round the board, and capture twos and threes. Whoever has more wins.",

  help: [
    ["A click on a pit", "Sows its stones. Pits you may play have a dotted ring."],
    ["Pointing at a pit", "Shows where its stones would fall, and how many they would capture."],
  ],
};

/** @param {number} count */
function stonesOf(count) {
  return say(count === 1 ? "1 stone" : "{count} stones", { count });
}

/** Whether a side, or the side of a pit, sits below. @param {string} place @param {boolean} flipped */
function isBelow(place, flipped) {
  const index = awari.index(place);
  return (index < 6 || index === SOUTH) === !flipped;
}

/**
 * At the inner end of a pit, where a badge is clearly its own.
 * @param {string} square
 * @param {boolean} flipped
 * @returns {[number, number]}
 */
function badgeAt(square, flipped) {
  const [x, y] = awari.centre(square, flipped);
  return [x, y + (isBelow(square, flipped) ? -1 : 1) * (TALL - 20)];
}

/**
 * Where the stones of the pit under the pointer would fall, and what they would capture.
 * @param {BoardState} state
 */
function preview(state) {
  const pit = state.hovered;
  const story = state.view?.legal_moves.find((move) => move.squares[0] === pit)?.story;
  if (!story || !pit) return [];
  /** @type {Map<string, number>} */
  const falls = new Map();
  for (const place of story.sown) falls.set(place, (falls.get(place) ?? 0) + 1);
  const badges = [...falls].map(([place, count]) => {
    const tone = story.taken.includes(place) ? "win" : "plain";
    return badge(badgeAt(place, state.flipped), { text: `+${count}`, tone }, awari.cell);
  });
  const won = story.taken
    .map((place) => Number(state.shown[awari.index(place)]) + (falls.get(place) ?? 0))
    .reduce((sum, count) => sum + count, 0);
  if (won) {
    const mark = { text: say("takes {count}", { count: won }), tone: "win" };
    badges.push(badge(awari.centre(pit, state.flipped), mark, awari.cell));
  }
  return badges;
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
    stone(index * 9 - (count - 1) * 4.5, (index % 2) * 8, 40 * index, index, "hand"),
  );
  return svg("g", {}, stones);
}

/** @param {string} sign */
function stoneWith(sign) {
  const text = svg("text", { class: "sign", x: 12, y: 1, "font-size": 18 }, sign);
  return picture(52, 28, stone(-10, 0, 30, 0, "A"), text);
}

/**
 * A seed: a little longer than wide, and lying as it fell.
 * @param {number} x
 * @param {number} y
 * @param {number} turn in degrees
 * @param {number} index
 * @param {string} place
 */
function stone(x, y, turn, index, place) {
  const tone = (index * 7 + place.charCodeAt(0) * 3) % 4;
  const lie = `translate(${x} ${y})`;
  return svg("g", { class: `stone tone${tone}`, transform: lie }, [
    svg("ellipse", { class: "shadow", cx: 1.5, cy: 3, rx: SEED, ry: SEED * 0.86 }),
    svg("ellipse", { class: "body", rx: SEED, ry: SEED * 0.84, transform: `rotate(${turn})` }),
    svg("ellipse", { class: "shine", cx: -SEED * 0.3, cy: -SEED * 0.34, rx: 4.6, ry: 2.8 }),
  ]);
}

/** A hollow in the wood, with a lit lower edge. @param {[number, number]} centre @param {number} wide @param {number} tall @param {number} rx */
function hollow([x, y], wide, tall, rx) {
  const shape = { x: x - wide, width: 2 * wide, height: 2 * tall, rx };
  return [
    svg("rect", { class: "lip", ...shape, y: y - tall + 3 }),
    svg("rect", { class: "pit", ...shape, y: y - tall }),
  ];
}

/** Some lines along the wood. */
function grain() {
  return [70, 160, 262, 290, 360, 440, 520].map((y, index) => {
    const bend = index % 2 ? 14 : -12;
    const middle = awari.width / 2;
    const d = `M24 ${y}Q${middle / 2} ${y + bend} ${middle} ${y + bend / 3}T${awari.width - 24} ${y}`;
    return svg("path", { class: "grain", d });
  });
}

/** @param {string} pit @param {number} count @param {boolean} flipped */
function pitCount(pit, count, flipped) {
  const [x] = awari.centre(pit, flipped);
  const [at, nameAt] = isBelow(pit, flipped) ? [HEIGHT - 50, HEIGHT - 26] : [50, 26];
  return [
    svg("text", { class: "count", x, y: at, "data-count": pit }, count),
    svg("text", { class: "coordinate", x, y: nameAt }, pit),
  ];
}

/** The number of a store stands on its owner's side, in its owner's colour. @param {string} side @param {number} count @param {boolean} flipped */
function storeCount(side, count, flipped) {
  const [x] = awari.centre(side, flipped);
  const owner = side === "south" ? "first" : "second";
  const y = isBelow(side, flipped) ? HEIGHT - 98 : 98;
  return [
    svg("rect", { class: `plate ${owner}`, x: x - 36, y: y - 27, width: 72, height: 54, rx: 27 }),
    svg("text", { class: `count store ${owner}`, x, y: y - 5, "data-count": side }, count),
    svg("text", { class: `owner ${owner}`, x, y: y + 17 }, NAMES[side]),
  ];
}

/** @type {Map<string, [number, number, number][]>} */
const lying = new Map();

/**
 * Where stones come to lie in a pit or store, one after the other: by chance, but always the same,
 * and each a little apart from those that lie there. None moves when another one falls.
 * @param {string} place
 * @param {number[]} size half the width and height
 * @returns {[number, number, number][]} with how far each is turned
 */
function dropped(place, [wide, tall]) {
  const known = lying.get(place);
  if (known) return known;
  const random = chance(place);
  /** @type {[number, number, number][]} */
  const places = [];
  while (places.length < STONES) {
    const reach = Math.min(1, 0.5 + 0.5 * Math.sqrt(places.length / 14));
    const tries = Array.from({ length: 12 }, () => {
      const angle = 2 * Math.PI * random();
      const out = reach * Math.sqrt(random());
      return [(wide - SEED - 4) * out * Math.cos(angle), (tall - SEED - 6) * out * Math.sin(angle)];
    });
    const room = tries.map(([x, y]) =>
      Math.min(1e3, ...places.map(([px, py]) => Math.hypot(px - x, py - y))),
    );
    const [x, y] = tries[room.indexOf(Math.max(...room))];
    places.push([Math.round(x), Math.round(y), Math.round(180 * random())]);
  }
  lying.set(place, places);
  return places;
}

/** Numbers from 0 to 1 that are always the same for a name. @param {string} name */
function chance(name) {
  let state = [...name].reduce((sum, letter) => 31 * sum + letter.charCodeAt(0), 7);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
