"""Games among the students who earned a point.

An entrant is named by the student and by what was handed in. So games of an older submission are
no longer looked at, and in a round robin, where an opening belongs to its pair and not to a place
in the schedule, the games of all others are kept when somebody is late. The pairings of a Swiss
depend on everybody: with another field it begins anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from zlib import crc32

from hopsow.arena.classroom.result import Result
from hopsow.arena.classroom.settings import Settings
from hopsow.arena.contest.openings import Openings
from hopsow.arena.contest.schedule import Pairing
from hopsow.arena.contest.task import Task
from hopsow.arena.contest.tournament import Key, Row, Tournament
from hopsow.arena.results.database import Database

KEY_DIGITS = 8
ROUND_ROBIN = "round-robin"


@dataclass(frozen=True)
class Fixtures(Tournament):
    """The tournament of a class."""

    @property
    def identity(self) -> str:
        """In a round robin the entrants may change."""
        decides = json.loads(super().identity)
        if self.format == ROUND_ROBIN:
            del decides["agents"]
        return json.dumps(decides)

    def round_count(self) -> int:
        """A round robin has one round for each time everybody meets."""
        return (self.rounds or 1) if self.format == ROUND_ROBIN else super().round_count()

    def total(self) -> int:
        """How many games there are."""
        if self.format != ROUND_ROBIN:
            return super().total()
        pairs = len(self.agents) * (len(self.agents) - 1) // 2
        return pairs * self.games * self.round_count()

    def pairings(self, number: int, rows: list[Row]) -> list[Pairing]:
        """Who plays in a round."""
        if self.format != ROUND_ROBIN:
            return super().pairings(number, rows)
        return list(combinations(sorted(self.agents), 2))

    def tasks(self, number: int, rows: list[Row]) -> Iterator[tuple[Key, Task]]:
        """The games of a round; each pair has openings of its own."""
        openings = Openings(self.game, self.rules, self.openings, self.seed)
        for (round_, a, b, game), task in super().tasks(number, rows):
            place = crc32(f"{round_}\n{a}\n{b}".encode()) + game // 2
            opening = openings[place]
            changed = replace(task, position=opening.position, opening=opening.moves)
            yield (round_, a, b, game), replace(changed, seed=2 * place + game % 2)


class Games(Database):
    """The database of a class, in which only the games of the present entrants are seen."""

    def __init__(self, path: Path, tournament: Fixtures) -> None:
        self._names = set(tournament.agents)
        super().__init__(path, tournament.identity)

    def rows(self) -> list[Row]:
        """All finished games of the entrants, in the order in which they ended."""
        return [row for row in super().rows() if {row.a, row.b} <= self._names]

    def frames(self) -> Iterator[bytes]:
        """The packed frames of the same games."""
        for row, packed in zip(super().rows(), super().frames(), strict=True):
            if {row.a, row.b} <= self._names:
                yield packed


def fixtures(settings: Settings, results: Sequence[Result]) -> Fixtures | None:
    """The tournament that is to be played; None if there is none."""
    if settings.tournament is None:
        return None
    agents = {_entrant(each): each.command for each in results if each.is_done and each.points > 0}
    if len(agents) < 2:
        return None
    chosen = settings.tournament
    return Fixtures(
        settings.name,
        settings.game,
        agents,
        rules=settings.exam.rules,
        format=chosen.format,
        games=chosen.games,
        rounds=chosen.rounds,
        seed=crc32(f"games {settings.exam.seed}".encode()),  # a report does not tell the exam's
        openings=chosen.openings,
        sandbox=settings.sandbox,
        jobs=settings.jobs,
        report=settings.results / "tournament.html",
        limits=chosen.limits,
    )


def games(settings: Settings, tournament: Fixtures) -> Games:
    """Where the games are kept; other settings mean other games."""
    name = sha256(tournament.identity.encode()).hexdigest()[:KEY_DIGITS]
    return Games(settings.work / f"games-{name}.db", tournament)


def _entrant(result: Result) -> str:
    return f"{result.student} ({result.key[:KEY_DIGITS]})"


def student(entrant: str) -> str:
    """The student of an entrant's name."""
    return entrant[: -KEY_DIGITS - 3]
