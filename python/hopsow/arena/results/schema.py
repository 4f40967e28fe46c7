"""The layout of a tournament's database, and the checks of one that a stranger sent.

Everything that is read from a file is checked here: which tables it has, the types of a row, the
size that a packed text unpacks to. A view or a trigger is refused before anything is asked of it,
since a view can have rows without end.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from hopsow.arena.contest.tournament import MOST_AGENTS, Row
from hopsow.arena.verdicts import Verdict
from hopsow.files import MOST_BYTES
from hopsow.games import rule_sets

VERSION = 1
TABLES = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    round INTEGER NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, number INTEGER NOT NULL,
    first TEXT NOT NULL, winner TEXT, verdict TEXT NOT NULL, guilty TEXT, reason TEXT NOT NULL,
    plies INTEGER NOT NULL, cpu_a REAL NOT NULL, cpu_b REAL NOT NULL,
    frames BLOB NOT NULL, evidence BLOB NOT NULL,
    UNIQUE (round, a, b, number)
    )""",
)
RUNNING = """CREATE TABLE running (
    round INTEGER NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, number INTEGER NOT NULL,
    first TEXT NOT NULL, start TEXT NOT NULL, moves TEXT NOT NULL,
    cpu_a REAL NOT NULL, cpu_b REAL NOT NULL, wall_a REAL NOT NULL, wall_b REAL NOT NULL,
    PRIMARY KEY (round, a, b, number)
    ) WITHOUT ROWID"""
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


COLUMNS = ", ".join(Finished.model_fields)
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


def check(connection: sqlite3.Connection, *, may_be_new: bool = False) -> None:
    """Raise a ValueError unless a database has our tables and nothing else, or may be empty."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    known = {_plain(sql) for sql in (*TABLES, RUNNING)}
    found = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    if may_be_new and not found and version == 0:
        return
    if version != VERSION:
        raise ValueError(f"a database of version {version}, expected {VERSION}")
    for kind, name, sql in found:
        is_ours = _plain(sql) in known or (kind == "index" and sql is None)
        if not is_ours and not str(name).startswith("sqlite_stat"):
            raise ValueError(f"no database of a tournament: it has the {kind} {name!a}")


def _plain(sql: object) -> str:
    return " ".join(str(sql).replace("IF NOT EXISTS ", "").split())


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


def unpacked(content: object) -> bytes:
    """Unpack a text; a few kilobytes could claim gigabytes."""
    if not isinstance(content, bytes):
        raise ValueError("found no bytes")
    packed = zlib.decompressobj()
    try:
        text = packed.decompress(content, MOST_BYTES)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not packed.eof:
        raise ValueError(f"cut off, or longer than {MOST_BYTES >> 20} MiB")
    return text
