"""The rows and the settings in a tournament's database, checked: a column may hold values of any
type, and the file may be a stranger's.

Apart from the schema, so that no verb imports pydantic before it reads results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from hopsow.arena.contest.tournament import MOST_AGENTS, Row
from hopsow.arena.verdicts import Verdict
from hopsow.games import rule_sets

Count = Annotated[int, Field(ge=0)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Agent = Literal["A", "B"]


class Checked(BaseModel):
    """The key of a game, as SQLite has it: a column may hold values of any type."""

    model_config = ConfigDict(strict=True)
    round: Count
    a: str
    b: str
    number: Count
    first: Agent


class Finished(Checked):
    """A row of the table of games."""

    winner: Agent | None
    verdict: Annotated[str, AfterValidator(lambda name: Verdict(name).value)]
    guilty: Agent | None
    reason: str
    plies: Count
    cpu_a: Seconds
    cpu_b: Seconds


class Unfinished(Checked):
    """A row of the table of running games."""

    start: str
    moves: str
    cpu_a: Seconds
    cpu_b: Seconds
    wall_a: Seconds
    wall_b: Seconds


RUNNING_COLUMNS = ", ".join(Unfinished.model_fields)


def _game(name: str) -> str:
    rule_sets(name)  # a ValueError for an unknown one
    return name


class Settings(BaseModel):
    """What the database says about its tournament."""

    game: Annotated[str, AfterValidator(_game)]
    rules: str | None = None
    format: str
    agents: Annotated[dict[str, str], Field(max_length=MOST_AGENTS)] = {}
    limits: dict[str, bool | float | None]


def row_of(values: Sequence[object]) -> Row:
    """Check a row of the table of games."""
    return Row(**_checked(Finished, values))


def running_of(values: Sequence[object]) -> dict[str, Any]:
    """Check a row of the table of running games."""
    return _checked(Unfinished, values)


def _checked(kind: type[Checked], values: Sequence[object]) -> dict[str, Any]:
    named = dict(zip(kind.model_fields, values, strict=True))
    try:
        return kind.model_validate(named).model_dump()
    except ValidationError as error:
        wrong = dict.fromkeys(str(each["loc"][0]) for each in error.errors(include_url=False))
        found = ", ".join(f"{name} {str(named[name])[:80]!r}" for name in wrong)
        raise ValueError(f"the result of game {tuple(values[:4])} is damaged: {found}") from None


def settings_of(text: str) -> Settings:
    """Check the settings of a tournament."""
    try:
        return Settings.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "JSON"
        raise ValueError(f"the settings are damaged: {place}: {first['msg']}") from None
