// What the server says, as types (`python/hopsow/server/messages.py`); then what the page keeps.
export type GameName = string;

export interface Line {
  game: GameName;
  rules?: string | null;
  start?: string | null;
  moves: string[];
}

export interface Story {
  path: string[];
  taken: string[];
  crowned: boolean;
  sown: string[];
  store?: string;
}

export interface LegalMove {
  text: string;
  squares: string[];
  capture: boolean;
  story?: Story;
}

export interface View {
  game: GameName;
  rules: string;
  position: string;
  sides: [string, string];
  to_move: string;
  ply: number;
  moves: string[];
  cells?: string;
  stones?: number[];
  counter: number;
  notice?: string;
  legal_moves: LegalMove[];
  refusals: Record<string, string>;
  outcome?: {winner?: string, reason: string, text: string};
  story?: Story;
}

export interface BestLine {
  move: string;
  score: number;
  chance: number;
  text: string;
  exact: boolean;
  depth: number;
  pv: string[];
}

export interface Report {
  depth: number;
  nodes: number;
  nps: number;
  seconds: number;
  lines: BestLine[];
  hint?: string;
}

export interface Evaluation {
  ply: number;
  chance: number;
  text: string;
  best?: string;
  better: string[];
}

export interface TurningPoint {
  ply: number;
  side: string;
  name: string;
  played: string;
  best: string;
  loss: number;
  text: string;
}

export interface Found {
  kind: string;
  line: Line;
  result: string;
  tags: Record<string, string>;
  view: View;
}

export interface AgentOffer {
  name: string;
  title: string;
}

export interface GameFacts {
  name: GameName;
  sides: [string, string];
  rules: string[];
  unit: string;
  example_move: string;
}

export interface Known {
  games: GameFacts[];
  agents: AgentOffer[];
}

export interface LessonStep {
  text: string;
  position: string;
  rules: string;
  moves: string[] | null;
  done: string;
  hint?: string;
}

export interface Lesson {
  id: string;
  game: GameName;
  title: string;
  steps: LessonStep[];
}

/** A move of a game, with what was played after it; the root has none. */
export interface Turn {
  move: string;
  parent: Turn | null;
  /** The first is the main line. */
  children: Turn[];
  /** Where redo goes. */
  next: Turn | null;
  view: View | null;
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
  /** 1-0, 0-1 or 1/2-1/2. */
  result: string;
  text: string;
}

export interface Settings {
  theme: "system" | "light" | "dark";
  speed: "off" | "fast" | "normal" | "slow";
  sound: boolean;
  numbers: boolean;
  targets: boolean;
}

export interface OpenQuestion {
  question: object;
  resolve: (answer: any) => void;
  reject: (error: Error) => void;
  part: ((part: any) => void) | null;
}

export interface TableEvents {
  onMove: (move: string) => void;
  /** The person looks at another position. */
  onWalk: (turn: Turn) => void;
  onPath?: () => void;
  note?: (turn: Turn) => {name: string, title: string} | null;
}
