"""The results of a tournament: one SQLite file, one row per finished game.

A game is written in one transaction after it is over, so that the file knows finished games only:
whatever happens in between, a game is either there or will be played again. The write-ahead log and
a full synchronisation keep that true through a power cut.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hopsow.arena.evidence import Evidence
from hopsow.games import Position, parse

VERSION = 1
SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    round INTEGER NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, number INTEGER NOT NULL,
    first TEXT NOT NULL, winner TEXT, verdict TEXT NOT NULL, guilty TEXT, reason TEXT NOT NULL,
    plies INTEGER NOT NULL, cpu_a REAL NOT NULL, cpu_b REAL NOT NULL,
    frames BLOB NOT NULL, evidence BLOB NOT NULL,
    UNIQUE (round, a, b, number)
);
"""
KEY = ("round", "a", "b", "number")
Key = tuple[int, str, str, int]  # round, A, B, number within the pairing


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
    def of(cls, key: Key, kept: Evidence) -> Row:
        """The row of a game that has just been played."""
        told: dict[str, Any] = dict(zip(KEY, key, strict=True))
        told |= {n: kept[n] for n in ("first", "winner", "verdict", "guilty", "reason", "plies")}
        used = kept["used"]
        return cls(**told, cpu_a=used["A"]["cpu"], cpu_b=used["B"]["cpu"])

    @property
    def key(self) -> Key:
        return self.round, self.a, self.b, self.number

    @property
    def points(self) -> float:
        """What A got."""
        return {"A": 1.0, None: 0.5, "B": 0.0}[self.winner]


COLUMNS = ", ".join(Row.__dataclass_fields__)


class Database:
    """An open file of results."""

    def __init__(self, path: Path, tournament: str) -> None:
        self.path = path
        with self._explained():
            self._connection = sqlite3.connect(path, isolation_level=None)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._prepare(tournament)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._connection.close()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            is_disk = (error.sqlite_errorname or "").startswith("SQLITE_IOERR")
            hint = ", is the disk full?" if is_disk else ""
            raise ValueError(f"{self.path}: {error}{hint}") from None

    def _prepare(self, tournament: str) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        tables = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if version == 0 and tables == 0:
            self._connection.executescript(
                f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;"
            )
        elif version != VERSION:
            raise ValueError(f"{self.path}: a database of version {version}, expected {VERSION}")
        self._connection.execute(
            "INSERT OR IGNORE INTO about VALUES ('tournament', ?)", (tournament,)
        )
        (found,) = self._connection.execute(
            "SELECT value FROM about WHERE key = 'tournament'"
        ).fetchone()
        if found != tournament:
            raise ValueError(
                f"{self.path}: holds another tournament: {_difference(found, tournament)}"
            )

    def add(self, key: Key, kept: Evidence) -> None:
        """Write a finished game; when this returns, no power cut can lose it."""
        packed = (frames(kept).encode(), json.dumps(kept).encode())
        values = (*astuple(Row.of(key, kept)), *map(zlib.compress, packed))
        marks = ", ".join("?" * len(values))
        with self._explained():
            self._connection.execute(
                f"INSERT INTO games ({COLUMNS}, frames, evidence) VALUES ({marks})", values
            )

    def rows(self) -> list[Row]:
        """All finished games, in the order in which they ended."""
        with self._explained():
            found = self._connection.execute(f"SELECT {COLUMNS} FROM games ORDER BY id")
            return [Row(*values) for values in found]

    def frames(self) -> Iterator[bytes]:
        """The packed frames of all games, in the same order."""
        with self._explained():
            for (packed,) in self._connection.execute("SELECT frames FROM games ORDER BY id"):
                yield packed

    def evidence(self, key: Key) -> Evidence:
        """The evidence of a game."""
        with self._explained():
            found = self._connection.execute(
                "SELECT evidence FROM games WHERE (round, a, b, number) = (?, ?, ?, ?)", key
            ).fetchone()
        kept: Evidence = json.loads(zlib.decompress(found[0]))
        return kept


def frames(kept: Evidence) -> str:
    """A game for a viewer that knows no rules: the start, then what each move changes.

    Lines: the cells of the start separated by blanks, then per move its text and `index=cell`.
    """
    position = parse(kept["game"], kept["start"], kept["rules"])
    before = cells(position)
    lines = [" ".join(before)]
    for turn in kept["moves"]:
        position = position.play(turn["move"])
        after = cells(position)
        changes = [
            f"{index}={new}"
            for index, (old, new) in enumerate(zip(before, after, strict=True))
            if old != new
        ]
        lines.append(" ".join([turn["move"], *changes]))
        before = after
    return "\n".join(lines)


def cells(position: Position) -> list[str]:
    """What stands where."""
    if position.game == "awari":
        return [str(count) for count in position.stones]
    return list(position.cells)


def _difference(found: str, expected: str) -> str:
    old, new = json.loads(found), json.loads(expected)
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    return f"{', '.join(keys)} differ" if keys else "its settings differ"
