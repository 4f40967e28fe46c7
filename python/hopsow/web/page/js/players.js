/** Who plays: names for people, and the form of a new game. */

import { button, capital, choice, h, openDialog, say, side } from "./dom.js";
import { Game } from "./game.js";

/** @import { AgentOffer, Clocks, GameFacts } from "./types.d.ts" */
/** @import { Wire } from "./wire.js" */

const CLOCKS = ["", "1+0", "3+2", "5+3", "10+5"];
const OWN_CLOCK = "own";
const MOST_MINUTES = 180;
const MOST_INCREMENT = 60;
const TIMES = ["1", "3", "10"];
const LEVEL = "engine:level=";
const HUMAN = "human";
/** Somebody at another page of the same server. */
export const FRIEND = "friend";
const USUAL = `${LEVEL}3`;
const SCALE =
  "Elo says how strong: 200 more win about three of four games. Level 1 of this game has 0.";
/** @type {Record<string, string>} */
const OPTIONS = {
  level: "level {value}",
  time: "{value} s a move",
  depth: "depth {value}",
  simulations: "simulations {value}",
};
const WORDS = ["gentle", "easy", "fair", "hard", "strongest"];

/** How strong a level is, in a word. @param {number} level */
function word(level) {
  return WORDS[Math.min(WORDS.length - 1, Math.floor((level - 1) / 2))];
}

/**
 * A player in words.
 * @param {string} spec
 */
export function named(spec) {
  const [name, ...options] = spec.split(":");
  const words = options.map((option) => {
    const [key, value] = option.split("=");
    return value && key in OPTIONS ? say(OPTIONS[key], { value }) : option.replace("=", " ");
  });
  return [capital(name), ...words].join(", ");
}

/**
 * A game like another one, from the beginning.
 * @param {Game} last
 * @param {boolean} [isSwapped] whether the players change sides
 */
export function again(last, isSwapped = false) {
  const game = new Game(last.name, last.rules, last.start);
  const [first, second] = last.players;
  game.players = isSwapped ? [second, first] : [first, second];
  game.names = isSwapped ? [last.names[1], last.names[0]] : last.names;
  game.turned = isSwapped && first === second ? !last.turned : last.turned;
  if (last.clocks) game.clocks = clocksOf(last.clocks.minutes, last.clocks.increment);
  return game;
}

/**
 * Ask what to play, in a dialog.
 * @param {Wire} wire
 * @param {Game} last
 * @param {(game: Game) => void} begin
 * @param {string} [opponent] other than last time
 */
export async function openNewGame(wire, last, begin, opponent) {
  const { games, agents } = await wire.ask("facts", {});
  const facts = games.find((game) => game.name === last.name);
  if (!facts) return;
  const form = new NewGame(last, facts, agents);
  if (opponent) form.meet(opponent);
  const dialog = openDialog(
    say("New game of {game}", { game: capital(last.name) }),
    ...form.fields(),
    h(
      "div",
      { class: "buttons" },
      button("Cancel", () => dialog.close()),
      button(
        "Begin",
        () => {
          dialog.close();
          begin(form.game());
        },
        { class: "primary" },
      ),
    ),
  );
}

/** What is being chosen for a new game. */
class NewGame {
  /**
   * @param {Game} last
   * @param {GameFacts} facts
   * @param {AgentOffer[]} agents
   */
  constructor(last, { sides, rules, elo }, agents) {
    this.last = last;
    this.sides = sides;
    /** Names, and what sets them apart. */
    this.rules = Object.entries(rules);
    this.elo = elo;
    this.agents = agents;
    const people = last.players.map((player) => player === HUMAN);
    /** "0" or "1", the side of the person; or "random", "people" or "agents". */
    this.seat = people[0] && people[1] ? "people" : people[0] ? "0" : people[1] ? "1" : "agents";
    const others = last.players.filter((player) => player !== HUMAN);
    /** Who plays where no person does: the opponent, or one for each side. */
    this.opponents = [others[0] ?? USUAL, others[1] ?? others[0] ?? USUAL];
    this.rule = last.rules ?? this.rules[0][0];
    this.clocks = last.clocks && clocksOf(last.clocks.minutes, last.clocks.increment);
  }

  /** Let this be the opponent of whoever asks. @param {string} opponent */
  meet(opponent) {
    this.opponents[0] = opponent;
    if (this.seat !== "1") this.seat = "0";
  }

  fields() {
    this.opponentFields = [0, 1].map((index) => this.opponentField(index));
    this.rulesWords = h("p", { class: "quiet" });
    const seats = /** @type {[string, string][]} */ ([
      ["0", capital(say("{side}, who begins", { side: side(this.sides[0]) }))],
      ["1", capital(side(this.sides[1]))],
      ["random", "Random side"],
      ["people", "Two people"],
      ["agents", "Watch"],
    ]);
    const fields = [
      choice("You play", seats, this.seat, (seat) => {
        this.seat = seat;
        this.draw();
      }),
      ...this.opponentFields,
      h(
        "p",
        { class: "quiet" },
        "A program of your own joins them with ",
        h("code", {}, "hopsow play --agent NAME=SPEC"),
      ),
      ...this.clockFields(),
      choice(
        "Rules",
        this.rules.map(([name], index) => [name, index ? capital(name) : "The course's"]),
        this.rule,
        (rule) => {
          this.rule = rule;
          this.draw();
        },
      ),
      this.rulesWords,
    ];
    this.draw();
    return fields;
  }

  /** Show what belongs to what was chosen. */
  draw() {
    const count = this.seat === "people" ? 0 : this.seat === "agents" ? 2 : 1;
    this.opponentFields?.forEach((field, index) => {
      field.hidden = index >= count;
    });
    const words = this.rules.find(([name]) => name === this.rule)?.[1];
    this.rulesWords?.replaceChildren(words ? say(words) : "");
  }

  /** One slider for the engine's levels, and others to play against. @param {number} index */
  opponentField(index) {
    const chosen = this.opponents[index];
    const isLevel = chosen.startsWith(LEVEL);
    const level = isLevel ? Number(chosen.slice(LEVEL.length)) : 3;
    const said = h("output", {});
    const slider = h("input", {
      type: "range",
      min: 1,
      max: this.elo.length,
      value: level,
      "aria-label": index ? "Level of the second side" : "Level",
      oninput: () => set(LEVEL + slider.value),
    });
    const levels = h("label", { class: "slider", title: SCALE }, slider, said);
    const set = (/** @type {string} */ spec) => {
      this.opponents[index] = spec;
      levels.hidden = !spec.startsWith(LEVEL);
      const value = Number(slider.value);
      said.textContent = say("Level {level} · {elo} Elo · {word}", {
        level: value,
        elo: this.elo[value - 1],
        word: say(word(value)),
      });
      slider.setAttribute("aria-valuetext", said.textContent);
    };
    /** @type {[string, string][]} */
    const options = [["level", "Engine by level"]];
    for (const seconds of TIMES) {
      options.push([`engine:time=${seconds}`, say("Engine, {seconds} s", { seconds })]);
    }
    for (const { name, title } of this.agents)
      if (name !== "engine") options.push([name, say(title)]);
    if (!index) options.push([FRIEND, "A friend, by link"]);
    if (!isLevel && !options.some(([value]) => value === chosen)) {
      options.push([chosen, named(chosen)]);
    }
    set(chosen);
    const label = index
      ? capital(say("{side} is played by", { side: side(this.sides[1]) }))
      : "Opponent";
    return h(
      "div",
      {},
      choice(label, options, isLevel ? "level" : chosen, (value) =>
        set(value === "level" ? LEVEL + slider.value : value),
      ),
      levels,
    );
  }

  /** Usual clocks, and any other. */
  clockFields() {
    const { clocks } = this;
    const text = clocks ? `${clocks.minutes}+${clocks.increment}` : "";
    const isOwn = !CLOCKS.includes(text);
    const number = (
      /** @type {string} */ label,
      /** @type {number} */ value,
      /** @type {number} */ max,
    ) =>
      h("input", { type: "number", min: 0, max, value, "aria-label": label, oninput: () => own() });
    const minutes = number("Minutes for each side", clocks?.minutes ?? 15, MOST_MINUTES);
    const increment = number(
      "Seconds added for each move",
      clocks?.increment ?? 10,
      MOST_INCREMENT,
    );
    const own = () => {
      const within = (/** @type {HTMLInputElement} */ input) =>
        Math.min(Number(input.max), Math.max(0, Math.round(Number(input.value) || 0)));
      this.clocks = clocksOf(Math.max(1, within(minutes)), within(increment));
    };
    const fields = h(
      "div",
      { class: "row", hidden: !isOwn },
      minutes,
      "minutes +",
      increment,
      "s a move",
    );
    const set = (/** @type {string} */ value) => {
      fields.hidden = value !== OWN_CLOCK;
      if (value === OWN_CLOCK) own();
      else this.clocks = value ? clocksOf(...pairOf(value)) : null;
    };
    return [
      choice(
        "Clock",
        [...CLOCKS.map(clockNamed), [OWN_CLOCK, "Your own"]],
        isOwn ? OWN_CLOCK : text,
        set,
      ),
      fields,
    ];
  }

  /** The game that was chosen. */
  game() {
    const game = new Game(this.last.name, this.rule === this.rules[0][0] ? null : this.rule);
    const [first, second] = this.opponents;
    const side = this.seat === "random" ? Math.floor(2 * Math.random()) : Number(this.seat);
    if (this.seat === "agents") game.players = [first === FRIEND ? USUAL : first, second];
    else if (this.seat !== "people") game.players = side === 0 ? [HUMAN, first] : [first, HUMAN];
    game.clocks = this.clocks;
    return game;
  }
}

/** A clock to choose. @param {string} text @returns {[string, string]} */
function clockNamed(text) {
  if (!text) return [text, "No clock"];
  const [minutes, seconds] = pairOf(text);
  return [
    text,
    seconds ? say("{minutes} minutes + {seconds} s", { minutes, seconds }) : "1 minute",
  ];
}

/** @param {string} text @returns {[number, number]} */
function pairOf(text) {
  const [minutes, increment] = text.split("+").map(Number);
  return [minutes, increment];
}

/** @param {number} minutes @param {number} increment @returns {Clocks} */
function clocksOf(minutes, increment) {
  return { minutes, increment, left: [minutes * 60_000, minutes * 60_000] };
}
