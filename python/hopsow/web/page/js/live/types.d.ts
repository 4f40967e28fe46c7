// What the server tells those who watch a tournament: everything at first, then what has changed.

import type { GameName, View } from "../types.d.ts";

export type Agent = "A" | "B";

export interface About {
  name: string;
  total: number;
  game: GameName;
  format: string;
  limits: Record<string, number>;
}

export interface Rating {
  name: string;
  elo: number;
  /** Half the 95 % interval. */
  error: number;
  points: number;
  games: number;
  /** How likely it is better than the next. */
  los: number | null;
}

export interface Running {
  id: string;
  round: number;
  number: number;
  /** Who plays each side. */
  players: [string, string];
  /** Seconds that each side has used. */
  cpu: [number, number];
  wall: [number, number];
  view: View;
}

export interface Finished {
  id: number;
  round: number;
  a: string;
  b: string;
  number: number;
  first: Agent;
  winner: Agent | null;
  verdict: string;
  guilty: Agent | null;
  reason: string;
  plies: number;
}

export interface State {
  about: About;
  /** Whether somebody plays on. */
  playing: boolean;
  done: number;
  /** Whether the report has been written. */
  report: boolean;
  running: Running[];
  finished: Finished[];
  standing: Rating[];
  crosstable: string[][];
}

export interface Told extends Partial<State> {
  whole?: boolean;
}

/** A finished game, with what speaks for its verdict. */
export interface Evidence {
  play: string;
  review: string;
  verdict: string;
  reason: string;
  proof: { table: string; position: string; result: number; value: number } | null;
  /** What was written, by what it is. */
  texts: Record<string, string>;
  error?: string;
}
