// What the server says, as types (`python/hopsow/server/messages.py`).
export type GameName = "halma" | "checkers" | "awari";

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
