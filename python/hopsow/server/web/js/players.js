/** Who plays: names for people, and the form of a new game. */

import { button, capital, choice, h, openDialog } from "./dom.js";
import { Game } from "./game.js";

/** @import { AgentOffer } from "./types.d.ts" */
/** @import { Wire } from "./wire.js" */

const CLOCKS = /** @type {[string, string][]} */ ([
  ["", "No clock"],
  ["1+0", "1 minute"],
  ["3+2", "3 minutes + 2 seconds a move"],
  ["5+3", "5 minutes + 3 seconds a move"],
  ["10+5", "10 minutes + 5 seconds a move"],
  ["30+0", "30 minutes"],
]);
const TIMES = ["0.5", "1", "3", "10"];

/**
 * A player in words.
 * @param {string} spec
 */
export function named(spec) {
  if (spec === "human") return "Human";
  const [name, ...options] = spec.split(":");
  const words = options.map((option) => option.replace("=", " "));
  const [key, value] = (options[0] ?? "").split("=");
  if (key === "time") words[0] = `${value} s a move`;
  return [capital(name), ...words].join(", ");
}

/**
 * Ask what to play, in a dialog.
 * @param {Wire} wire
 * @param {Game} last
 * @param {(game: Game) => void} begin
 */
export async function openNewGame(wire, last, begin) {
  const { games, agents } = await wire.ask("facts", {});
  const rules = games.find((game) => game.name === last.name)?.rules ?? [];
  const sides = games.find((game) => game.name === last.name)?.sides ?? ["", ""];
  const wanted = {
    rules: last.rules ?? rules[0],
    players: [...last.players],
    clock: clockOf(last),
  };
  const dialog = openDialog(
    `New game of ${capital(last.name)}`,
    playerField(`${capital(sides[0])}, who begins`, wanted.players, 0, agents),
    playerField(capital(sides[1]), wanted.players, 1, agents),
    choice("Clock", CLOCKS, wanted.clock, (value) => (wanted.clock = value)),
    choice(
      "Rules",
      rules.map((name, index) => [name, index === 0 ? `${name} (the course's)` : name]),
      wanted.rules,
      (value) => (wanted.rules = value),
    ),
    h(
      "div",
      { class: "buttons" },
      button("Cancel", () => dialog.close()),
      button(
        "Begin",
        () => {
          dialog.close();
          const game = new Game(last.name, wanted.rules === rules[0] ? null : wanted.rules);
          game.players = [wanted.players[0], wanted.players[1]];
          game.clocks = clocksFrom(wanted.clock);
          begin(game);
        },
        { class: "primary" },
      ),
    ),
  );
}

/**
 * @param {string} label
 * @param {string[]} players
 * @param {number} side
 * @param {AgentOffer[]} agents
 */
function playerField(label, players, side, agents) {
  /** @type {[string, string][]} */
  const options = [["human", "Human"]];
  for (let level = 1; level <= 10; level++) {
    const note = level === 1 ? " (gentle)" : level === 10 ? " (strongest)" : "";
    options.push([`engine:level=${level}`, `Engine, level ${level}${note}`]);
  }
  for (const seconds of TIMES)
    options.push([`engine:time=${seconds}`, `Engine, ${seconds} s a move`]);
  for (const { name, title } of agents) if (name !== "engine") options.push([name, title]);
  if (!options.some(([value]) => value === players[side])) {
    options.push([players[side], named(players[side])]);
  }
  return choice(label, options, players[side], (value) => (players[side] = value));
}

/** @param {Game} game */
function clockOf(game) {
  return game.clocks ? `${game.clocks.minutes}+${game.clocks.increment}` : "";
}

/** @param {string} text */
function clocksFrom(text) {
  if (!text) return null;
  const [minutes, increment] = text.split("+").map(Number);
  return {
    minutes,
    increment,
    left: /** @type {[number, number]} */ ([minutes * 60_000, minutes * 60_000]),
  };
}
