// What a board shows, what it reports, and what a layout has to know.

import type { GameName, LegalMove, SetUp, Story, View } from "../types.d.ts";
import type { Animation } from "./animate.js";

/** What a board shows, in one record. Views write it, `render` draws it, `input` reports on it. */
export interface BoardState {
  view: View | null;
  /** Men or stones as they lie now, also in mid-animation. */
  shown: Content[];
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
  /** What is chosen for the next turn. */
  ahead: string[];
  /** Arrows and circles drawn by hand: "11>15", "20". */
  drawn: string[];
  /** What a hint points at. */
  suggested: string[];
  arrows: Arrow[];
  marks: Map<string, Mark>;
}

export interface Arrow {
  squares: string[];
  /** 0 is the best. */
  rank: number;
  text?: string;
  /** Of the text, where an arrow has no length and only that is drawn. */
  tone: string;
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
  /** An arrow or a circle was drawn: "11>15", "20". */
  onDraw?: (shape: string) => void;
  /** A square was chosen while somebody else is to move. */
  onAhead?: (square: string) => void;
  /** Takes every choice, for editing. */
  onSquare?: ((square: string) => void) | null;
}

/**
 * What is a game's own on the page: where its squares lie, what its pieces look like and how they
 * move, how a position is edited. It knows no rules.
 */
export interface Layout {
  name: GameName;
  width: number;
  height: number;
  /** Width of a square. */
  cell: number;
  /** Height of a square that is none. */
  tall?: number;
  /** Where the side that begins sits on a board that is not flipped. */
  firstSits: "above" | "below";
  /** Names of gradients; the style sheet gives each an inner and an outer colour. */
  gradients: string[];
  /** The squares in reading order, unflipped. */
  rows: string[][];
  /** Of a square in `BoardState.shown`. */
  index: (square: string) => number;
  centre: (square: string, flipped: boolean) => [number, number];
  background: (state: BoardState) => SVGElement[];
  pieces: (state: BoardState) => SVGElement[];
  /** A square's piece as it is carried; only where pieces can be dragged. */
  lifted?: (state: BoardState, square: string) => SVGElement;
  /** The last move, a choice, a hint or a possible one, marked on a square. */
  spot: (centre: [number, number], kind: string) => SVGElement;
  /** What the move of the square under the pointer would do, beside its way. */
  preview?: (state: BoardState) => SVGElement[];
  /** Where a value is written; else over the square. */
  badgeAt?: (square: string, flipped: boolean) => [number, number];
  /** Whether the pieces that can move stand out. */
  showsMovers: (view: View) => boolean;
  /** Let a move be seen to happen. */
  enact: (animation: Animation, story: Story) => Promise<void>;
  isEmpty: (state: BoardState, square: string) => boolean;
  /** In words. */
  contents: (state: BoardState, square: string) => string;
  /** What each side has won since the first position, in words. */
  won?: (view: View, first: View) => [string, string];
  /** A square's name as it is read out. */
  label: (square: string) => string;
  /** A move as lists and links show it. */
  brief: (move: string) => string;
  /** What lies where, as the board holds it. */
  shown: (view: View) => Content[];
  /** What lies where, as the server is asked about it. */
  setUp: (shown: Content[]) => Pick<SetUp, "cells" | "stones">;
  /** The content of a square that was cleared. */
  empty: Content;
  /** The content of a square after a click with a tool. */
  painted: (before: Content, tool: string) => Content;
  tools: Tool[];
  /** Numbers that are edited beside the board. */
  counts: { index: number; label: string; max: number }[];
  /** What the game is about, in a sentence. */
  about: string;
  /** Rows of the help that only this game needs. */
  help: [string, string][];
}

/** What a square holds: a man's letter, or how many stones. */
export type Content = string | number;

/** What a click puts down in the editor. */
export interface Tool {
  name: string;
  label: string;
  picture: () => SVGElement;
}

/** What a game with men on squares has of its own. */
export type MenLayout = Pick<
  Layout,
  | "name"
  | "width"
  | "height"
  | "cell"
  | "gradients"
  | "rows"
  | "index"
  | "centre"
  | "background"
  | "label"
  | "showsMovers"
  | "brief"
  | "about"
  | "help"
  | "won"
> & {
  pieceRadius: number;
  piece: (letter: string) => SVGElement[];
};

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
  /** The squares over which it was carried. */
  trail: string[];
}

export type { GameName, LegalMove, View };
