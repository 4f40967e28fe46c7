"""The rows and the settings in a tournament's database, checked: a column may hold values of any
type, and the file may be a stranger's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, TypeVar

from hopsow.arena import documents
from hopsow.arena.contest.evidence import Agent, Allowed
from hopsow.arena.contest.tournament import MOST_AGENTS, Count, GameName, Row, Seconds
from hopsow.arena.documents import Limited


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that is being played; times are those of A and B in seconds."""

    round: Count
    a: str
    b: str
    number: Count
    first: Agent
    start: str
    moves: str
    cpu_a: Seconds
    cpu_b: Seconds
    wall_a: Seconds
    wall_b: Seconds

    @property
    def cpu(self) -> tuple[float, float]:
        return self.cpu_a, self.cpu_b

    @property
    def wall(self) -> tuple[float, float]:
        return self.wall_a, self.wall_b

    @property
    def name(self) -> str:
        """What tells it apart from all others."""
        return json.dumps([self.round, self.a, self.b, self.number])


RUNNING_COLUMNS = ", ".join(each.name for each in fields(Unfinished))

T = TypeVar("T", Row, Unfinished)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the database says about its tournament."""

    game: GameName
    format: str
    limits: Allowed
    rules: str | None = None
    agents: Annotated[dict[str, str], Limited(max_length=MOST_AGENTS)] = field(default_factory=dict)


def row(kind: type[T], values: Sequence[object]) -> T:
    """Check a row of a table of games."""
    named = dict(zip((each.name for each in fields(kind)), values, strict=True))
    try:
        return documents.checked(kind, named)
    except ValueError as error:
        raise ValueError(f"the result of game {tuple(values[:4])} is damaged: {error}") from None


def settings_of(text: str) -> Settings:
    """Check the settings of a tournament."""
    try:
        return documents.checked(Settings, documents.from_json(text), is_open=True)
    except ValueError as error:
        raise ValueError(f"the settings are damaged: {error}") from None
