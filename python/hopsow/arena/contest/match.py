"""A match: games in pairs from the same opening with colours reversed, and what they add up to.

With another first mover than by turns each game has an opening of its own, and games do not pair.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.openings import Openings
from hopsow.arena.contest.task import Task
from hopsow.arena.limits import Limits
from hopsow.arena.referee.adjudication import OFF

# Who moves first in each game: by turns, by lot, or always the same agent.
ALTERNATE: str = "alternate"
LOT = "lot"
FIXED = ("a", "b")
FIRST = (ALTERNATE, LOT, *FIXED)

# Plays tasks, so many at once, and gives each one's key and evidence as it is finished; closing
# the generator ends all games that still run.
Runner = Callable[[Iterable[tuple[Any, Task]], int], Generator[tuple[Any, Evidence], None, None]]


@dataclass(slots=True)
class Score:
    """Results from A's point of view. `pairs` counts pairs by twice their points, 0 to 4, if the
    match `has_pairs`."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    void: int = 0  # games that count for nobody, because the referee failed
    has_pairs: bool = True
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    _halves: dict[int, int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, number: int, winner: str | None) -> None:
        """Count game `number`; games 2n and 2n + 1 are a pair."""
        points = {"A": 2, None: 1, "B": 0}[winner]
        self.wins += points == 2
        self.draws += points == 1
        self.losses += points == 0
        if not self.has_pairs:
            return
        first = self._halves.pop(number // 2, None)
        if first is None:
            self._halves[number // 2] = points
        else:
            self.pairs[first + points] += 1

    @property
    def is_paired(self) -> bool:
        """Whether every game has its counterpart."""
        return self.has_pairs and not self._halves and self.games > 0

    @property
    def counts(self) -> list[int]:
        """What statistics look at: pairs where there are any, games otherwise."""
        return self.pairs if sum(self.pairs) else self.games_by_result

    @property
    def games_by_result(self) -> list[int]:
        """Losses, draws and wins."""
        return [self.losses, self.draws, self.wins]


@dataclass(frozen=True, slots=True)
class Match:
    """What is to be played."""

    game: str
    agents: tuple[str, str]
    games: int = 2
    first: str = ALTERNATE
    rules: str | None = None
    limits: Limits = field(default_factory=Limits)
    limits_b: Limits | None = None  # where B's are others
    openings: str | None = None
    seed: int = 0
    draws: str = "draw"
    sandbox: str = "auto"
    adjudicate: str = OFF
    jobs: int = 1

    def tasks(self) -> Iterator[tuple[int, Task]]:
        """The games, numbered from 0."""
        openings = Openings(self.game, self.rules, self.openings, self.seed)
        for number in range(self.games):
            opening = openings[number // 2 if self.has_pairs else number]
            yield (
                number,
                Task(
                    game=self.game,
                    agents=self.agents,
                    first=self._first(number),
                    rules=self.rules,
                    position=opening.position,
                    opening=opening.moves,
                    limits=self.limits,
                    limits_b=self.limits_b,
                    sandbox=self.sandbox,
                    draws=self.draws,
                    adjudicate=self.adjudicate,
                    seed=self.seed * 1_000_003 + number,
                ),
            )

    @property
    def has_pairs(self) -> bool:
        """Whether two games share an opening, with colours reversed."""
        return self.first == ALTERNATE

    def _first(self, number: int) -> str:
        """Who moves first in a game; a lot depends on the seed and the number alone."""
        if self.first in FIXED:
            return self.first.upper()
        if self.first == LOT:
            return Random(f"{self.seed}/first/{number}").choice("AB")
        return "AB"[number % 2]

    def play(
        self, run: Runner, score: Score, is_decided: Callable[[Score], bool] = lambda score: False
    ) -> Iterator[tuple[int, Evidence]]:
        """Play; each game with its number, as it is finished. Stops early when it is decided."""
        with closing(run(self.tasks(), self.jobs)) as games:
            for number, evidence in games:
                if evidence.verdict.is_played:
                    score.add(number, evidence.winner)
                else:
                    score.void += 1
                yield number, evidence
                if is_decided(score):
                    return
