// What the page holds beside what the server says, which is in messages.d.ts.

import type { Agreed, Line, View, Write } from "./messages.d.ts";

export type * from "./messages.d.ts";

export type GameName = Line["game"];

/** A move of a game, with what was played after it; the root has none. */
export interface Turn {
  move: string;
  /** Which of the sides played it, once the server has said. */
  side: number | null;
  parent: Turn | null;
  /** The first is the main line. */
  children: Turn[];
  /** Where redo goes. */
  next: Turn | null;
  view: View | null;
  /** What is said of it. */
  comment: string;
  /** `!`, `?` and so on, by their number in records. */
  symbols: number[];
  /** Arrows and circles drawn by hand: "11>15", "20". */
  drawn: string[];
  /** Whether the list hides what follows it, where it begins a variation. */
  isFolded: boolean;
  ply: number;
}

export interface Clocks {
  /** To begin with. */
  minutes: number;
  /** Seconds added for each move. */
  increment: number;
  /** Milliseconds. */
  left: [number, number];
}

/** What the players agreed on, or a clock. */
export interface Ended {
  result: Write["result"];
  how: Agreed["how"] | "recorded";
}

/** A mistake of one's own, to be done better. */
export interface OwnPuzzle {
  id: string;
  position: string;
  rules: string | null;
  move: string;
  played: string;
}

/** What somebody has practised of a game. */
export interface Practised {
  /** Milliseconds since 1970. */
  changed: number;
  /** Solved in a row. */
  run: number;
  best: number;
  /** For each puzzle its box, and when it is due. */
  boxes: Record<string, [number, number]>;
  own: OwnPuzzle[];
}

export interface Settings {
  theme: "system" | "light" | "dark";
  board: "wood" | "slate" | "clear";
  men: "classic" | "flat" | "clear";
  speed: "off" | "fast" | "normal" | "slow";
  sound: boolean;
  numbers: boolean;
  targets: boolean;
  language: string;
}

export interface OpenQuestion {
  question: object;
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what fits
  resolve: (answer: any) => void;
  reject: (error: Error) => void;
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what fits
  part: ((part: any) => void) | null;
}

export interface TableEvents {
  onMove: (move: string) => void;
  /** The person looks at another position. */
  onWalk: (turn: Turn) => void;
  onPath?: () => void;
  /** An arrow or a circle was drawn. */
  onDraw?: (shape: string) => void;
  /** A square was chosen while somebody else is to move. */
  onAhead?: (square: string) => void;
  /** The board was turned by hand. */
  onFlip?: () => void;
  /** What stands beside the name of a side. */
  who?: (side: number) => string | Text;
  note?: (turn: Turn) => { name: string; title: string } | null;
}
