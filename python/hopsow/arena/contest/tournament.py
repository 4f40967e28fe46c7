"""A tournament: read from a TOML file, played to its end, or from where it was interrupted."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Protocol

from hopsow.arena.contest import entrants, schedule
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.match import Runner
from hopsow.arena.contest.openings import Openings
from hopsow.arena.contest.task import Task
from hopsow.arena.limits import Limits
from hopsow.arena.process.sandbox import CHOICES, Sandbox
from hopsow.arena.referee.adjudication import CHOICES as ADJUDICATORS
from hopsow.arena.referee.adjudication import OFF
from hopsow.arena.referee.game import DRAWS
from hopsow.arena.verdicts import Verdict
from hopsow.files import read_small
from hopsow.games import GAMES, rule_sets

Key = tuple[int, str, str, int]  # round, A, B, number within the pairing
MOST_AGENTS = 1000  # the ratings are computed from a matrix of all pairs
MOST_ROUNDS = 10_000
MOST_GAMES = 1_000_000  # all in all; all that can be played together are in memory


@dataclass(frozen=True)
class Row:
    """A finished game without its evidence; `winner` and `guilty` are A, B or None."""

    round: int
    a: str
    b: str
    number: int
    first: str
    winner: str | None
    verdict: str
    guilty: str | None
    reason: str
    plies: int
    cpu_a: float
    cpu_b: float

    @classmethod
    def of(cls, key: Key, game: Evidence) -> Row:
        """The row of a game that has just been played."""
        return cls(
            *key,
            first=game.first,
            winner=game.winner,
            verdict=game.verdict.value,
            guilty=game.guilty,
            reason=game.reason,
            plies=game.plies,
            cpu_a=game.used["A"]["cpu"],
            cpu_b=game.used["B"]["cpu"],
        )

    @property
    def key(self) -> Key:
        return self.round, self.a, self.b, self.number

    @property
    def counts(self) -> bool:
        """Whether it says anything about the agents."""
        return Verdict(self.verdict).is_played

    @property
    def points(self) -> float:
        """What A got."""
        return {"A": 1.0, None: 0.5, "B": 0.0}[self.winner]


class Results(Protocol):
    """Where the results of a tournament are kept."""

    def claim(self) -> None:
        """Keep everybody else from playing the same tournament."""

    def rows(self) -> list[Row]:
        """All finished games, in the order in which they ended."""

    def add(self, key: Key, game: Evidence) -> None:
        """Keep a finished game."""


@dataclass(frozen=True)
class Tournament:
    """What a file asks for. `games` are per pairing; `rounds` are cycles, or rounds of a Swiss or a
    ladder."""

    name: str
    game: str
    agents: dict[str, str]
    rules: str | None = None
    format: str = "round-robin"
    games: int = 2
    rounds: int | None = None
    seed: int = 0
    openings: str | None = None
    draws: str = "draw"
    adjudicate: str = OFF
    sandbox: str = "require"
    jobs: int = 1
    database: Path = Path("tournament.db")
    report: Path = Path("tournament.html")
    limits: Limits = field(default_factory=Limits)

    @property
    def identity(self) -> str:
        """What must not change between two runs on the same database."""
        keys = ("game", "agents", "rules", "format", "games", "rounds", "seed", "openings", "draws")
        chosen = {key: getattr(self, key) for key in keys}
        if self.adjudicate != OFF:  # older databases know nothing of it
            chosen["adjudicate"] = self.adjudicate
        return json.dumps({**chosen, "limits": self.limits.as_json()})

    def play(self, results: Results, run: Runner) -> Iterator[tuple[int, int, Row | None]]:
        """Play what has not been played; after each game how many are done, of how many."""
        results.claim()
        done = {row.key: row for row in results.rows()}
        total = self.total()
        yield len(done), total, None
        for numbers in self._lots():
            before = list(done.values())
            tasks = [
                pair
                for number in numbers
                for pair in self.tasks(number, before)
                if pair[0] not in done
            ]
            with closing(run(tasks, self.jobs)) as games:
                for key, evidence in games:
                    results.add(key, evidence)
                    row = Row.of(key, evidence)
                    done[key] = row
                    yield len(done), total, row

    def _lots(self) -> list[range]:
        """The rounds that can be played together, because none depends on the ones before."""
        rounds = range(self.round_count())
        if self.format in ("round-robin", "gauntlet"):
            return [rounds]
        return [range(each, each + 1) for each in rounds]

    def round_count(self) -> int:
        """How many rounds there are."""
        names = list(self.agents)
        if self.format in ("swiss", "knockout"):
            return self.rounds or schedule.rounds_for_everyone(len(names))
        if self.format == "ladder":
            return self.rounds or len(names)
        return len(self._cycle()) * (self.rounds or 1)

    def total(self) -> int:
        """How many games there are."""
        if self.format == "swiss":
            return self.round_count() * (len(self.agents) // 2) * self.games
        if self.format == "knockout":
            return (len(self.agents) - 1) * self.games
        if self.format == "ladder":
            rounds = range(self.round_count())
            pairs = sum(len(schedule.ladder(list(self.agents), (), turn)) for turn in rounds)
            return pairs * self.games
        return sum(map(len, self._cycle())) * (self.rounds or 1) * self.games

    def _cycle(self) -> list[list[schedule.Pairing]]:
        names = list(self.agents)
        return (
            schedule.gauntlet(names) if self.format == "gauntlet" else schedule.round_robin(names)
        )

    def pairings(self, number: int, rows: list[Row]) -> list[schedule.Pairing]:
        """Who plays in a round, given the games of all rounds before it."""
        if self.format in ("round-robin", "gauntlet"):
            cycle = self._cycle()
            return cycle[number % len(cycle)]
        return self._rounds(number, rows)[0]

    def order(self, rows: list[Row]) -> list[str] | None:
        """The agents as a finished knockout has left them, or a ladder so far; None elsewhere."""
        is_over = self.format == "knockout" and len(rows) >= self.total()
        if not is_over and self.format != "ladder":
            return None
        names, results = list(self.agents), self._rounds(self.round_count(), rows)[1]
        if self.format == "ladder":
            return schedule.ladder_order(names, results)
        return schedule.knockout_order(names, results)

    def _rounds(
        self, number: int, rows: list[Row]
    ) -> tuple[list[schedule.Pairing], list[schedule.Result]]:
        """The pairings of a round that depends on those before it, and the results of these.

        They end at the first round that has not been played.
        """
        names = list(self.agents)
        results: list[schedule.Result] = []
        points: dict[tuple[int, str, str], list[float]] = {}
        for row in rows:
            points.setdefault((row.round, row.a, row.b), []).append(row.points)
        for turn in range(number + 1):
            bye = None
            if self.format == "swiss":
                pairs, bye = schedule.swiss(names, results)
            elif self.format == "knockout":
                pairs = schedule.knockout(names, results)
            else:
                pairs = schedule.ladder(names, results, turn)
            played = [points.get((turn, a, b), []) for a, b in pairs]
            if turn == number or any(len(each) < self.games for each in played):
                break
            for (a, b), each in zip(pairs, played, strict=True):
                results.append((a, b, sum(each) / self.games))
            if bye is not None:
                results.append((bye, "", 1.0))
        return pairs, results

    def tasks(self, number: int, rows: list[Row]) -> Iterator[tuple[Key, Task]]:
        """The games of a round; a pair of games shares its opening."""
        openings = Openings(self.game, self.rules, self.openings, self.seed)
        for table, (a, b) in enumerate(self.pairings(number, rows)):
            for game in range(self.games):
                place = (number * len(self.agents) + table) * self.games + game
                opening = openings[place // 2]
                yield (
                    (number, a, b, game),
                    Task(
                        game=self.game,
                        agents=(self.agents[a], self.agents[b]),
                        first="AB"[game % 2],
                        rules=self.rules,
                        position=opening.position,
                        opening=opening.moves,
                        limits=self.limits,
                        sandbox=self.sandbox,
                        draws=self.draws,
                        adjudicate=self.adjudicate,
                        seed=self.seed * 1_000_003 + place,
                        others=tuple(
                            spec for name, spec in self.agents.items() if name not in (a, b)
                        ),
                    ),
                )


def read(path: Path, **instead: str | None) -> Tournament:
    """Read a tournament file; a ValueError says what is wrong, and where.

    `instead` are values that hold instead of what the file says, those that are not None.
    """
    try:
        content = read_toml(path)
        chosen = {key: value for key, value in instead.items() if value is not None}
        return _tournament(content | chosen, path)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def read_toml(path: Path) -> dict[str, Any]:
    """Read a file that says what to play; a ValueError says what is wrong with its text."""
    try:
        return tomllib.loads(read_small(path).decode())
    except RecursionError:
        raise ValueError("its values are nested too deeply") from None


TYPES: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "game": str,
    "rules": str,
    "format": str,
    "games": int,
    "rounds": int,
    "seed": int,
    "openings": str,
    "draws": str,
    "adjudicate": str,
    "sandbox": str,
    "jobs": int,
    "database": str,
    "report": str,
    "limits": dict,
    "agents": list,
}
CHOSEN = {
    "game": tuple(GAMES),
    "format": schedule.FORMATS,
    "draws": DRAWS,
    "adjudicate": ADJUDICATORS,
    "sandbox": CHOICES,
}


def _tournament(content: dict[str, Any], path: Path) -> Tournament:
    check_keys(content, TYPES, "")
    for key in ("game", "agents"):
        if key not in content:
            raise ValueError(f"the key {key!r} is missing")
    check_choices(content, CHOSEN)
    check_positive(content, ("games", "rounds", "jobs"))
    if content.get("format") == "knockout" and "rounds" in content:
        raise ValueError("rounds: a knockout has as many as it needs")
    game = content["game"]
    check_choices(content, {"rules": rule_sets(game)})
    rules = content.get("rules")
    agents = _agents(content["agents"], game, rules)
    Openings(game, rules, content.get("openings"), content.get("seed", 0))
    if any(map(entrants.is_program, agents.values())):
        Sandbox.choose(content.get("sandbox", "require"))
    folder, stem = path.parent, path.stem
    tournament = Tournament(
        **{
            **content,
            "name": content.get("name", stem),
            "agents": agents,
            "limits": read_limits(content.get("limits", {}), game),
            "database": folder / content.get("database", f"{stem}.db"),
            "report": folder / content.get("report", f"{stem}.html"),
        }
    )
    if (tournament.rounds or 0) > MOST_ROUNDS:
        raise ValueError(f"rounds = {tournament.rounds}: expected at most {MOST_ROUNDS}")
    if tournament.total() > MOST_GAMES:
        raise ValueError(f"{tournament.total()} games, expected at most {MOST_GAMES}")
    return tournament


def check_keys(table: dict[str, Any], known: dict[str, Any], where: str) -> None:
    """Refuse keys of a TOML table that nobody knows, and values of another type."""
    for key, value in table.items():
        if key not in known:
            close = get_close_matches(key, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"expected {', '.join(known)}"
            raise ValueError(f"unknown key {key!r}{where}: {hint}")
        is_odd = isinstance(value, bool) and known[key] is not bool
        if not isinstance(value, known[key]) or is_odd:
            raise ValueError(f"{key} = {value!r}{where}: expected {_type_name(known[key])}")


def check_choices(table: dict[str, Any], known: Mapping[str, Sequence[str]]) -> None:
    """Refuse values that are none of those to choose from."""
    for key, choices in known.items():
        if key in table and table[key] not in choices:
            raise ValueError(f"{key} = {table[key]!r}: expected one of {', '.join(choices)}")


def check_positive(table: dict[str, Any], keys: Sequence[str], where: str = "") -> None:
    """Refuse numbers below 1."""
    for key in keys:
        if table.get(key, 1) < 1:
            raise ValueError(f"{key} = {table[key]}{where}: expected at least 1")


def _type_name(kind: Any) -> str:
    names = {
        str: "a text",
        int: "a whole number",
        bool: "true or false",
        dict: "a table",
        list: "a list of tables",
    }
    return names.get(kind, "a number")


def _agents(tables: list[Any], game: str, rules: str | None) -> dict[str, str]:
    agents: dict[str, str] = {}
    for number, table in enumerate(tables, 1):
        where = f" in agent {number}"
        if not isinstance(table, dict):
            raise ValueError(f"agents: expected tables [[agents]]{where}")
        check_keys(table, {"name": str, "spec": str}, where)
        if "spec" not in table:
            raise ValueError(f"the key 'spec' is missing{where}")
        name: str = table.get("name") or table["spec"]
        if name in agents:
            raise ValueError(f"the name {name!r} is used twice{where}")
        agents[name] = entrants.named(table["spec"], game, rules)
    if not 2 <= len(agents) <= MOST_AGENTS:
        raise ValueError(f"found {len(agents)} agents, expected 2 to {MOST_AGENTS}")
    return agents


def read_limits(table: dict[str, Any], game: str) -> Limits:
    """The limits that a TOML table names, over what the course allows."""
    kinds: dict[str, Any] = {
        f.name: (int, float) if f.name[:4] in ("cpu_", "wall") else int for f in fields(Limits)
    }
    check_keys(table, {**kinds, "ponder": bool}, " in [limits]")
    course = Limits.course(game)
    timed = any(name in table for name in ("cpu_move", "cpu_game", "wall_move", "wall_game"))
    base = {} if timed else {n: getattr(course, n) for n in ("cpu_move", "cpu_game", "wall_move")}
    return Limits(**{"plies": course.plies, **base, **table}).with_wall()
