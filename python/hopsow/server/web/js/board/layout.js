/**
 * Which layout draws which game. A layout knows where squares lie and what pieces look like; it
 * knows no rules.
 *
 * @typedef {object} Layout
 * @property {import("../types.d.ts").GameName} name
 * @property {string} title
 * @property {number} width
 * @property {number} height
 * @property {number} cell width of a square
 * @property {number} pieceRadius
 * @property {string[][]} rows the squares in reading order, unflipped
 * @property {(square: string) => number} index of a square in `shown`
 * @property {(square: string, flipped: boolean) => [number, number]} centre
 * @property {(state: import("./state.js").BoardState) => SVGElement[]} background
 * @property {(letter: string) => SVGElement[]} piece
 * @property {(state: import("./state.js").BoardState) => SVGElement[]} [pieces] where a square holds
 *   more than one piece
 * @property {(state: import("./state.js").BoardState, square: string) => string} contents in words
 * @property {(square: string) => string} label a square's name as it is read out
 * @property {(square: string, flipped: boolean) => [number, number]} [badgeAt] where a value is
 *   written; else over the square
 */

import { awari } from "./awari.js";
import { checkers } from "./checkers.js";
import { halma } from "./halma.js";

/** @type {Record<string, Layout>} */
export const layouts = { halma, checkers, awari };
