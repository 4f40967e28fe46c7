// What a board shows, what it reports, and what a layout has to know.

import type { GameName, LegalMove, View } from "../types.d.ts";

/** What a board shows, in one record. Views write it, `render` draws it, `input` reports on it. */
export interface BoardState {
  view: View | null;
  /** Men or stones as they lie now, also in mid-animation. */
  shown: string[] | number[];
  flipped: boolean;
  /** Whether the person here may move. */
  isOpen: boolean;
  showTargets: boolean;
  showNumbers: boolean;
  /** The squares chosen so far, the first being the piece. */
  path: string[];
  hovered: string | null;
  /** The squares of the last move. */
  last: string[];
  arrows: Arrow[];
  marks: Map<string, Mark>;
}

export interface Arrow {
  squares: string[];
  /** 0 is the best. */
  rank: number;
  text?: string;
}

export interface Mark {
  text: string;
  tone: string;
}

export interface BoardEvents {
  /** A legal move was chosen. */
  onMove: (move: string) => void;
  /** Something else was tried. */
  onAttempt: (text: string) => void;
  /** A piece was chosen that cannot move. */
  onWhy: (square: string) => void;
  /** A destination was chosen that has several ways. */
  onSeveralWays: (square: string) => void;
  /** Another piece was chosen, or none. */
  onPath?: () => void;
  /** Takes every choice, for editing. */
  onSquare?: ((square: string) => void) | null;
}

/** A layout knows where squares lie and what pieces look like; it knows no rules. */
export interface Layout {
  name: GameName;
  title: string;
  width: number;
  height: number;
  /** Width of a square. */
  cell: number;
  pieceRadius: number;
  /** The squares in reading order, unflipped. */
  rows: string[][];
  /** Of a square in `BoardState.shown`. */
  index: (square: string) => number;
  centre: (square: string, flipped: boolean) => [number, number];
  background: (state: BoardState) => SVGElement[];
  piece: (letter: string) => SVGElement[];
  /** Where a square holds more than one piece. */
  pieces?: (state: BoardState) => SVGElement[];
  /** In words. */
  contents: (state: BoardState, square: string) => string;
  /** A square's name as it is read out. */
  label: (square: string) => string;
  /** Where a value is written; else over the square. */
  badgeAt?: (square: string, flipped: boolean) => [number, number];
}

/** The parts of a picture, by name, the lowest first. */
export type Layers = Record<string, SVGGElement>;

/** A piece under the pointer. */
export interface Held {
  square: string;
  x: number;
  y: number;
  /** Once it is dragged. */
  piece: SVGElement | null;
  /** Whether letting go here chooses the square. */
  isTap: boolean;
}

export type { GameName, LegalMove, View };
