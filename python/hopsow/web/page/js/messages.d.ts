// Made by tools/web_types.py from what hopsow.web.description says: `make web-types`.

export interface Socket {
  Questions?: Questions;
  Answers?: Answers;
  Parts?: Parts;
  Version?: 2;
}
export interface Questions {
  view: Look;
  play: Play;
  why: Why;
  answer: Answer;
  offer: Offer;
  analyse: Analyse;
  values: Values;
  review: Review;
  judge: Judge;
  read: Read;
  write: Write;
  draw: Draw;
  "set-up": SetUp;
  facts: Facts;
  lessons: Learn;
  puzzles: Ask;
  meet: Meet;
  attend: Attend;
  act: Act;
  explore: Explore;
  keep: Keep;
  library: Find;
  open: Open;
  change: Change;
  export: Export;
  practice: KnowPractice;
  "keep-practice": KeepPractice;
  ping: Ping;
  cancel: Cancel;
}
/**
 * What does the position at the end of this line look like, and may these play it?
 */
export interface Look {
  line: Line;
  players?: string[];
}
/**
 * A game up to some point: where it began and every move since.
 */
export interface Line {
  game: "halma" | "checkers" | "awari";
  rules?: string;
  /**
   * text of the position; else the usual one
   */
  start?: string;
  moves: string[];
}
/**
 * What becomes of this line when this move is played?
 */
export interface Play {
  line: Line;
  move: string;
  /**
   * what plays each side: the moves of an agent are not listed
   */
  players?: string[];
}
/**
 * Why can the piece on this square not move?
 */
export interface Why {
  line: Line;
  square: string;
}
/**
 * What does this agent play here?
 */
export interface Answer {
  line: Line;
  agent: string;
  /**
   * on the agent's clock
   */
  seconds_left?: number;
  increment?: number;
}
/**
 * Does this agent, whose opponent is to move, agree to a draw here?
 */
export interface Offer {
  line: Line;
  agent: string;
}
/**
 * What are the best moves here? Answered again and again, until the time is up.
 */
export interface Analyse {
  line: Line;
  lines?: number;
  seconds?: number;
  /**
   * plies to look ahead at most
   */
  depth?: number;
  threads?: number;
  hash_mb?: number;
}
/**
 * What is certain about each legal move here?
 */
export interface Values {
  line: Line;
  seconds?: number;
}
/**
 * Where did this game turn? Answered ply by ply, then as a whole.
 */
export interface Review {
  line: Line;
  /**
   * for each position
   */
  seconds?: number;
}
/**
 * Is this move about as good as the best one?
 */
export interface Judge {
  line: Line;
  move: string;
  /**
   * what plays each side: the moves of an agent are not listed
   */
  players?: string[];
  seconds?: number;
}
/**
 * Which game or position is this text?
 */
export interface Read {
  text: string;
  /**
   * of the game, where there are several
   */
  number?: number;
  /**
   * where the text fits several
   */
  game?: "halma" | "checkers" | "awari";
  rules?: string;
}
/**
 * This line as text, with what is noted about its moves.
 */
export interface Write {
  line: Line;
  format: "position" | "course" | "record" | "picture";
  comment?: string;
  drawn?: string[];
  notes?: Noted[];
  result?: "1-0" | "0-1" | "1/2-1/2" | "*";
  /**
   * their names
   */
  players?: string[];
}
/**
 * A move with what is said of it, and what might have been played in its place.
 */
export interface Noted {
  move: string;
  /**
   * which of the sides played it
   */
  side?: number;
  comment?: string;
  symbols?: number[];
  drawn?: string[];
  variations?: Noted[][];
}
/**
 * This line as a picture of its end, or its whole way as a film; answered in base64.
 */
export interface Draw {
  line: Line;
  format: "svg" | "png" | "gif";
}
/**
 * Is this arrangement, made by hand, a position?
 */
export interface SetUp {
  game: "halma" | "checkers" | "awari";
  rules?: string;
  to_move: string;
  cells?: string;
  stones?: number[];
}
/**
 * Which games are there, and which opponents?
 */
export interface Facts {}
/**
 * Which lessons are there?
 */
export interface Learn {}
/**
 * Which puzzles are there of this game?
 */
export interface Ask {
  game: "halma" | "checkers" | "awari";
}
/**
 * Hold a game between me and somebody else.
 */
export interface Meet {
  game: "halma" | "checkers" | "awari";
  rules?: string;
  /**
   * mine
   */
  side?: number;
  /**
   * else without clocks
   */
  minutes?: number;
  /**
   * seconds for each move
   */
  increment?: number;
}
/**
 * How does this game stand? Answered again whenever something changes.
 */
export interface Attend {
  key: string;
}
/**
 * Do this in a game between two people.
 */
export interface Act {
  key: string;
  deed: "play" | "take-back" | "draw" | "rematch" | "resign" | "agree" | "decline";
  /**
   * of the game, which rematches count up
   */
  number: number;
  /**
   * moves before this one
   */
  ply?: number;
  move?: string;
}
/**
 * What is known of this position?
 */
export interface Explore {
  line: Line;
}
/**
 * Keep this game as it is now.
 */
export interface Keep {
  line: Line;
  format?: "record";
  comment?: string;
  drawn?: string[];
  notes?: Noted[];
  result?: "1-0" | "0-1" | "1/2-1/2" | "*";
  /**
   * their names
   */
  players?: string[];
  name: string;
  /**
   * a new one; else it stays as it is
   */
  title?: string;
  /**
   * whatever the page needs to show it again
   */
  page: string;
}
/**
 * Which games are kept?
 */
export interface Find {
  game?: "halma" | "checkers" | "awari";
  /**
   * of the title or the players' names
   */
  words?: string;
  result?: "1-0" | "0-1" | "1/2-1/2" | "*";
  /**
   * seconds since 1970
   */
  since?: number;
  until?: number;
  position?: Line;
  limit?: number;
  offset?: number;
}
/**
 * What does this game look like?
 */
export interface Open {
  name: string;
}
/**
 * Rename this game, delete it or take that back.
 */
export interface Change {
  name: string;
  title?: string;
  deleted?: boolean;
}
/**
 * All games as one text.
 */
export interface Export {
  game: "halma" | "checkers" | "awari";
}
/**
 * What was practised of this game?
 */
export interface KnowPractice {
  game: "halma" | "checkers" | "awari";
}
/**
 * Keep what was practised of this game.
 */
export interface KeepPractice {
  game: "halma" | "checkers" | "awari";
  /**
   * whatever the page needs to go on
   */
  page: string;
}
/**
 * Are you there?
 */
export interface Ping {}
/**
 * Never mind an earlier question.
 */
export interface Cancel {
  of: number;
}
export interface Answers {
  view: View;
  play: View;
  why: Reason;
  answer: Played;
  offer: Agreement;
  analyse: Report;
  values: Certain;
  review: Reviewed;
  judge: Judgement;
  read: Found;
  write: Text;
  draw: Text;
  "set-up": View;
  facts: Known;
  lessons: Lessons;
  puzzles: Puzzles;
  meet: Seat;
  attend: Attended;
  act: Acted;
  explore: Explored;
  keep: Done;
  library: Shelf;
  open: Page;
  change: Done;
  export: Text;
  practice: Practice;
  "keep-practice": Done;
  ping: Pong;
}
/**
 * A position as a page needs it.
 */
export interface View {
  game: "halma" | "checkers" | "awari";
  rules: string;
  position: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  to_move: string;
  ply: number;
  /**
   * the line's moves as they are written
   */
  moves: string[];
  /**
   * which of the sides played each of them, 0 or 1
   */
  movers: number[];
  /**
   * the board from the top left, if it has squares
   */
  cells?: string;
  /**
   * pits, then the stores of both sides, if it has them
   */
  stones?: number[];
  /**
   * plies without progress, where the game counts them
   */
  counter: number;
  notice?: Said;
  legal_moves: LegalMove[];
  /**
   * whether the legal moves and the refusals are told
   */
  listed: boolean;
  /**
   * why each pit that is not among the moves cannot be played
   */
  refusals: {
    [k: string]: Said;
  };
  outcome?: Ending;
  story?: Story;
}
/**
 * Something for people to read: a kind and its arguments, put into words by who shows it.
 */
export interface Said {
  kind: string;
  arguments: {
    [k: string]: number | string | Said;
  };
}
/**
 * A move that may be played.
 */
export interface LegalMove {
  text: string;
  squares: string[];
  capture: boolean;
  story?: Story;
}
/**
 * What happens on the board during a move, in order.
 */
export interface Story {
  /**
   * squares the piece visits, or the pit that is emptied
   */
  path: string[];
  /**
   * squares or pits whose contents are captured
   */
  taken: string[];
  crowned: boolean;
  /**
   * the pit that each stone falls into
   */
  sown: string[];
  /**
   * the side whose store gets the capture
   */
  store?: string;
}
/**
 * How the game ended.
 */
export interface Ending {
  winner?: string;
  reason: string;
  text: Said;
}
/**
 * Why something cannot be.
 */
export interface Reason {
  reason: Said;
}
/**
 * An agent's move and the position it leads to.
 */
export interface Played {
  move: string;
  view: View;
}
/**
 * What an agent says to an offered draw.
 */
export interface Agreement {
  accepted: boolean;
  reason: Said;
}
/**
 * How far an analysis has come.
 */
export interface Report {
  depth: number;
  nodes: number;
  nps: number;
  seconds: number;
  lines: BestLine[];
  /**
   * whether nothing is left to find out
   */
  finished: boolean;
  hint?: Said;
}
/**
 * One of the best moves, its score, and what would follow.
 */
export interface BestLine {
  move: string;
  /**
   * in the game's units, for the first of the sides
   */
  score: number;
  /**
   * expected result for the first of the sides, 0 to 1
   */
  chance: number;
  text: Said;
  exact: boolean;
  depth: number;
  pv: string[];
}
/**
 * The moves whose result is certain, best first.
 */
export interface Certain {
  values: BestLine[];
}
/**
 * A game's turning points, and how well it was played.
 */
export interface Reviewed {
  turning_points: TurningPoint[];
  /**
   * of each side that has moved, in per cent
   */
  accuracy: {
    [k: string]: number;
  };
}
/**
 * A move that changed the game.
 */
export interface TurningPoint {
  /**
   * of the position in which the move was played
   */
  ply: number;
  side: string;
  /**
   * inaccuracy, mistake or blunder
   */
  name: string;
  played: string;
  best: string;
  /**
   * how much of the expected result it cost
   */
  loss: number;
  text: Said;
}
/**
 * A learner's move beside the best one.
 */
export interface Judgement {
  good: boolean;
  best: string;
  text: Said;
}
/**
 * What a text turned out to be.
 */
export interface Found {
  kind: Said;
  line: Line;
  result: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  players?: [string, string];
  /**
   * before the first move
   */
  comment: string;
  /**
   * arrows and circles before the first move
   */
  drawn: string[];
  /**
   * the moves of the line, with what is said of them
   */
  notes: Noted1[];
  /**
   * a title for each game of the text
   */
  games: Said[];
  view: View;
}
/**
 * A move with what is said of it, and what might have been played in its place.
 */
export interface Noted1 {
  move: string;
  /**
   * which of the sides played it
   */
  side: number;
  comment: string;
  symbols: number[];
  drawn: string[];
  variations: Noted1[][];
}
/**
 * A text and the file name that suits it.
 */
export interface Text {
  text: string;
  name: string;
}
/**
 * What can be played, and against whom.
 */
export interface Known {
  games: GameFacts[];
  agents: AgentOffer[];
  /**
   * the most that an analysis may have
   */
  threads: number;
  /**
   * the most memory that it may have
   */
  hash_mb: number;
}
/**
 * A game, to be offered and explained; `unit` is what scores are counted in.
 */
export interface GameFacts {
  name: "halma" | "checkers" | "awari";
  /**
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  /**
   * rule sets, the usual one first, each with what sets it apart
   */
  rules: {
    [k: string]: Said;
  };
  unit: Said;
  /**
   * as it is written
   */
  example_move: string;
  /**
   * how strong each of the engine's levels is, the first at 0
   */
  elo: number[];
}
/**
 * An agent to play against.
 */
export interface AgentOffer {
  name: string;
  title: Said;
  /**
   * from and to, by name
   */
  options: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: [number, number];
  };
}
/**
 * The rules of each game, taught by positions.
 */
export interface Lessons {
  lessons: Lesson[];
}
/**
 * Some of a game's rules.
 */
export interface Lesson {
  id: string;
  game: "halma" | "checkers" | "awari";
  title: string;
  steps: LessonStep[];
}
/**
 * A position in which the learner makes the move.
 */
export interface LessonStep {
  text: string;
  position: string;
  rules: string;
  /**
   * those that are asked for; else any legal one
   */
  moves?: string[];
  /**
   * what there is to say then
   */
  done: string;
  hint?: string;
}
/**
 * The puzzles of a game, the easiest first.
 */
export interface Puzzles {
  puzzles: Puzzle[];
}
/**
 * A position with one move that keeps its result.
 */
export interface Puzzle {
  /**
   * a name that stays the same
   */
  id: string;
  position: string;
  move: string;
  result: "win" | "draw";
  /**
   * the number of all other moves
   */
  spoiling: number;
  /**
   * how hard it is, 1 to 5
   */
  grade: number;
}
/**
 * The key of a seat.
 */
export interface Seat {
  key: string;
}
/**
 * How a game between two people stands.
 */
export interface Attended {
  number: number;
  /**
   * whose seat this is; none for those who watch
   */
  side?: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  here: [boolean, boolean];
  /**
   * whether both have come
   */
  begun: boolean;
  watching: number;
  clocks?: Times;
  offer?: OpenOffer;
  ended?: Agreed;
  /**
   * the key to watch
   */
  watch: string;
  /**
   * the key of the other seat, for who made the game
   */
  invite?: string;
  /**
   * what a link to this server needs
   */
  entry: string;
  view?: View;
}
/**
 * The clocks of a game, as they are now.
 */
export interface Times {
  minutes: number;
  increment: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  left: [number, number];
  running?: number;
}
/**
 * What one side offers the other.
 */
export interface OpenOffer {
  deed: string;
  side: number;
}
/**
 * How a game ended that its rules did not end.
 */
export interface Agreed {
  result: "1-0" | "0-1" | "1/2-1/2";
  how: "agreed" | "resigned" | "out-of-time";
}
/**
 * It is done; how the game stands then is told to all who attend.
 */
export interface Acted {
  number: number;
}
/**
 * What is known of a position: the moves, the best or else the most frequent ones first.
 *
 * `unit` is what an exact value counts.
 */
export interface Explored {
  ways: Way[];
  unit: Said;
  cost?: Said;
}
/**
 * A move, with what tables know of it and the games in which it was played.
 */
export interface Way {
  move: string;
  /**
   * moves that are mirror images of it here
   */
  alike: string[];
  exact?: Said;
  /**
   * games of the library
   */
  own: number;
  /**
   * games that were taken in
   */
  others: number;
  /**
   * @minItems 3
   * @maxItems 3
   */
  results: [number, number, number];
}
/**
 * It is done.
 */
export interface Done {
  done_at: number;
}
/**
 * Games that are kept, the latest first.
 */
export interface Shelf {
  games: Entry[];
  /**
   * of all that fit
   */
  count: number;
}
/**
 * A game that is kept.
 */
export interface Entry {
  id: string;
  game: "halma" | "checkers" | "awari";
  title: string;
  first: string;
  second: string;
  result: string;
  plies: number;
  began: number;
  changed: number;
}
/**
 * A game as the page that kept it gave it.
 */
export interface Page {
  page: string;
}
/**
 * What was practised, as the page that kept it gave it.
 */
export interface Practice {
  /**
   * none if there was no practice yet
   */
  page?: string;
}
/**
 * Nothing but an answer.
 */
export interface Pong {}
export interface Parts {
  analyse: Report;
  review: Evaluation;
  attend: Attended;
}
/**
 * A review's opinion of one position of the game.
 */
export interface Evaluation {
  ply: number;
  chance: number;
  text: Said;
  best?: string;
  /**
   * the line that was best there, beginning with `best`
   */
  better: string[];
}
