"""A match: games in pairs from the same opening with colours reversed, and what they add up to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from hopsow.arena.contest import Task
from hopsow.arena.evidence import Evidence
from hopsow.arena.limits import Limits
from hopsow.arena.openings import Openings
from hopsow.arena.runner import run
from hopsow.arena.statistics import Sprt, Strength, strength


@dataclass
class Score:
    """Results from A's point of view. `pairs` counts pairs by twice their points, 0 to 4."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
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
        first = self._halves.pop(number // 2, None)
        if first is None:
            self._halves[number // 2] = points
        else:
            self.pairs[first + points] += 1

    @property
    def is_paired(self) -> bool:
        """Whether every game has its counterpart."""
        return not self._halves and self.games > 0

    @property
    def counts(self) -> list[int]:
        """What statistics look at: pairs where there are any, games otherwise."""
        return self.pairs if sum(self.pairs) else [self.losses, self.draws, self.wins]

    @property
    def strength(self) -> Strength | None:
        """How much stronger A is."""
        return strength(self.pairs if self.is_paired else [self.losses, self.draws, self.wins])


@dataclass(frozen=True)
class Match:
    """What is to be played."""

    game: str
    agents: tuple[str, str]
    games: int = 2
    rules: str | None = None
    limits: Limits = field(default_factory=Limits)
    openings: str | None = None
    seed: int = 0
    draws: str = "draw"
    sandbox: str = "auto"
    jobs: int = 1
    sprt: Sprt | None = None

    def tasks(self) -> Iterator[tuple[int, Task]]:
        """The games, numbered from 0."""
        openings = Openings(self.game, self.rules, self.openings, self.seed)
        for number in range(self.games):
            opening = openings[number // 2]
            yield (
                number,
                Task(
                    game=self.game,
                    agents=self.agents,
                    first="AB"[number % 2],
                    rules=self.rules,
                    position=opening.position,
                    opening=opening.moves,
                    limits=self.limits,
                    sandbox=self.sandbox,
                    draws=self.draws,
                    seed=self.seed * 1_000_003 + number,
                ),
            )

    def play(self, score: Score) -> Iterator[tuple[int, Evidence]]:
        """Play; each game with its number, as it is finished.

        Stops early when the sequential test is decided.
        """
        with closing(run(self.tasks(), self.jobs)) as games:
            for number, kept in games:
                score.add(number, kept["winner"])
                yield number, kept
                if self.sprt is not None and self.sprt.decision(score.counts):
                    return


def summary(score: Score, sprt: Sprt | None = None) -> dict[str, Any]:
    """The score as JSON; what is not finite is null."""
    found = score.strength
    total: dict[str, Any] = {
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "elo": finite(found.elo) if found else None,
        "elo_error": finite(found.elo_error) if found else None,
        "nelo": finite(found.nelo) if found else None,
        "nelo_error": finite(found.nelo_error) if found else None,
        "los": finite(found.los) if found else None,
        "draw_ratio": score.draws / score.games if score.games else None,
        "pentanomial": score.pairs,
    }
    if sprt is not None:
        lower, upper = sprt.bounds
        total["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": sprt.llr(score.counts),
            "lower": lower,
            "upper": upper,
            "decision": sprt.decision(score.counts),
        }
    return total


def finite(number: float) -> float | None:
    """A number that JSON can hold, or None."""
    return round(number, 4) if math.isfinite(number) else None
