"""A tournament: read from a TOML file, played to its end, or from where it was interrupted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Protocol

from hopsow.arena import documents
from hopsow.arena.contest import entrants, schedule
from hopsow.arena.contest.evidence import Agent, AgentOrNone, Evidence
from hopsow.arena.contest.match import Runner
from hopsow.arena.contest.openings import Openings
from hopsow.arena.contest.task import Task
from hopsow.arena.documents import Limited, OneOf
from hopsow.arena.limits import Limits
from hopsow.arena.process.sandbox import CHOICES, Sandbox
from hopsow.arena.referee.adjudication import CHOICES as ADJUDICATORS
from hopsow.arena.referee.adjudication import OFF
from hopsow.arena.referee.game import DRAWS
from hopsow.arena.verdicts import Verdict
from hopsow.games import GAMES, rule_sets

AtLeastOne = Annotated[int, Limited(ge=1)]
Count = Annotated[int, Limited(ge=0)]
Seconds = Annotated[float, Limited(ge=0, allow_inf_nan=False)]
GameName = Annotated[str, OneOf(*GAMES)]
Key = tuple[int, str, str, int]  # round, A, B, number within the pairing
MOST_AGENTS = 1000  # the ratings are computed from a matrix of all pairs
MOST_ROUNDS = 10_000
MOST_GAMES = 1_000_000  # all in all; all that can be played together are in memory


@dataclass(frozen=True, slots=True)
class Row:
    """A finished game without its evidence; `winner` and `guilty` are A, B or None."""

    round: Count
    a: str
    b: str
    number: Count
    first: Agent
    winner: AgentOrNone
    verdict: Annotated[str, OneOf(*(each.value for each in Verdict))]
    guilty: AgentOrNone
    reason: str
    plies: Count
    cpu_a: Seconds
    cpu_b: Seconds

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


@dataclass(frozen=True, slots=True)
class Named:
    """What decides how the rest of a file is read."""

    game: GameName


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent as a file names it."""

    spec: str
    name: str | None = None


@dataclass(frozen=True)
class Tournament:
    """What a file asks for. `games` are per pairing; `rounds` are cycles, or rounds of a Swiss or a
    ladder."""

    name: str
    game: GameName
    agents: dict[str, str]
    rules: str | None = None
    format: Annotated[str, OneOf(*schedule.FORMATS)] = "round-robin"
    games: AtLeastOne = 2
    rounds: Annotated[int, Limited(ge=1, le=MOST_ROUNDS)] | None = None
    seed: int = 0
    openings: str | None = None
    draws: Annotated[str, OneOf(*DRAWS)] = "draw"
    adjudicate: Annotated[str, OneOf(*ADJUDICATORS)] = OFF
    sandbox: Annotated[str, OneOf(*CHOICES)] = "require"
    jobs: AtLeastOne = 1
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
        content = documents.from_toml(path)
        chosen = {key: value for key, value in instead.items() if value is not None}
        return _tournament(content | chosen, path)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _tournament(content: dict[str, Any], path: Path) -> Tournament:
    game = documents.checked(Named, content, is_open=True).game
    rules, limits = content.get("rules"), content.get("limits", {})
    if rules is not None:
        documents.choose("rules", rules, rule_sets(game))
    named = {"name": path.stem, "database": f"{path.stem}.db", "report": f"{path.stem}.html"}
    agents = _agents(content["agents"], game, rules) if "agents" in content else {}
    whole = {**named, **content, "agents": agents, "limits": read_limits(limits, game)}
    tournament = documents.checked(Tournament, whole)
    if not 2 <= len(agents) <= MOST_AGENTS:
        raise ValueError(f"found {len(agents)} agents, expected 2 to {MOST_AGENTS}")
    if tournament.format == "knockout" and tournament.rounds is not None:
        raise ValueError("rounds: a knockout has as many as it needs")
    Openings(game, rules, tournament.openings, tournament.seed)
    if any(map(entrants.is_program, agents.values())):
        Sandbox.choose(tournament.sandbox)
    if tournament.total() > MOST_GAMES:
        raise ValueError(f"{tournament.total()} games, expected at most {MOST_GAMES}")
    return replace(
        tournament,
        database=path.parent / tournament.database,
        report=path.parent / tournament.report,
    )


def _agents(tables: object, game: str, rules: str | None) -> dict[str, str]:
    agents: dict[str, str] = {}
    for number, each in enumerate(documents.checked(list[object], tables), 1):
        where = f" in agent {number}"
        entrant = documents.checked(Entrant, each, where)
        name = entrant.name or entrant.spec
        if name in agents:
            raise ValueError(f"the name {name!r} is used twice{where}")
        agents[name] = entrants.named(entrant.spec, game, rules)
    return agents


def read_limits(table: object, game: str) -> Limits:
    """The limits that a TOML table names, over what the course allows."""
    given = documents.checked(dict[str, object], table, " in limits")
    course = Limits.course(game)
    timed = any(name in given for name in ("cpu_move", "cpu_game", "wall_move", "wall_game"))
    base = {} if timed else {n: getattr(course, n) for n in ("cpu_move", "cpu_game", "wall_move")}
    return documents.checked(
        Limits, {"plies": course.plies, **base, **given}, " in limits"
    ).with_wall()
