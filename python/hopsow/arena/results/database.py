"""The results of a tournament: one SQLite file, one row per finished game.

A game is written in one transaction after it is over, so that the file knows finished games only:
whatever happens in between, a game is either there or will be played again. The write-ahead log and
a full synchronisation keep that true through a power cut.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hopsow.arena.contest import evidence
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.tournament import Key, Row
from hopsow.arena.results import rows, schema
from hopsow.databases import connect, transaction
from hopsow.games import Position, parse

PATIENCE_S = 60.0  # with somebody else who writes


class Database:
    """An open file of results."""

    def __init__(self, path: Path, tournament: str) -> None:
        self.path = path
        self._claim: int | None = None
        with self._explained():
            self._connection = connect(path, schema.LAYOUT, PATIENCE_S)
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
        if self._claim is not None:
            os.close(self._claim)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", None)  # not all errors have one
            is_disk = str(name).startswith("SQLITE_IOERR")
            hint = ", is the disk full?" if is_disk else ""
            raise ValueError(f"{self.path}: {error}{hint}") from None

    def _prepare(self, tournament: str) -> None:
        with transaction(self._connection):
            self._connection.execute(
                "INSERT OR IGNORE INTO about VALUES ('tournament', ?)", (tournament,)
            )
            recorded = self._one("SELECT value FROM about WHERE key = 'tournament'")
        if recorded != tournament:
            raise ValueError(
                f"{self.path}: holds another tournament: {_difference(recorded, tournament)}"
            )

    def _one(self, query: str, values: tuple[Any, ...] = ()) -> Any:
        """The value that a query finds; a damaged index finds none for a row that is there."""
        found = self._connection.execute(query, values).fetchone()
        if found is None:
            raise ValueError(f"{self.path}: the database is damaged: a row is missing")
        return found[0]

    def claim(self) -> None:
        """Keep every other process from playing on, for as long as the database is open."""
        if self._claim is None:
            self._claim = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(self._claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(
                f"{self.path}: another process is playing this tournament; its report can be "
                "written meanwhile with --report-only"
            ) from None

    def add(self, key: Key, game: Evidence) -> None:
        """Write a finished game; when this returns, no power cut can lose it."""
        packed = (frames(game).encode(), json.dumps(game.as_json()).encode())
        values = (*astuple(Row.of(key, game)), *map(zlib.compress, packed))
        marks = ", ".join("?" * len(values))
        with self._explained():
            self._connection.execute(
                f"INSERT INTO games ({schema.COLUMNS}, frames, evidence) VALUES ({marks})", values
            )

    def describe(self, **about: object) -> None:
        """Write what those who watch want to know: a name, how many games, where the report is."""
        with self._explained(), transaction(self._connection):
            self._connection.executemany(
                "INSERT OR REPLACE INTO about VALUES (?, ?)",
                [(key, str(value)) for key, value in about.items()],
            )

    def rows(self) -> list[Row]:
        """All finished games, in the order in which they ended."""
        with self._explained():
            found = self._connection.execute(
                f"SELECT {schema.COLUMNS} FROM games ORDER BY id"
            ).fetchall()
        try:
            return [rows.row(Row, values) for values in found]
        except ValueError as error:
            raise ValueError(f"{self.path}: {error}") from None

    def frames(self) -> Iterator[bytes]:
        """The packed frames of all games, in the same order."""
        with self._explained():
            for (packed,) in self._connection.execute("SELECT frames FROM games ORDER BY id"):
                if not isinstance(packed, bytes):
                    raise ValueError(f"{self.path}: the frames of a game are damaged")
                yield packed

    def evidence(self, key: Key) -> Evidence:
        """The evidence of a game."""
        with self._explained():
            packed = self._one(
                "SELECT evidence FROM games WHERE (round, a, b, number) = (?, ?, ?, ?)", key
            )
        try:
            return evidence.loads(schema.unpacked(packed))
        except ValueError as error:
            raise ValueError(
                f"{self.path}: the evidence of game {key} is damaged: {error}"
            ) from None


def frames(game: Evidence) -> str:
    """A game for a viewer that knows no rules: the start, then what each move changes.

    Lines: the cells of the start separated by blanks, then per move its text and `index=cell`.
    """
    position = parse(game.game, game.start, game.rules)
    before = cells(position)
    lines = [" ".join(before)]
    for turn in game.moves:
        move = turn.move or ""
        position = position.play(move)
        after = cells(position)
        changes = [
            f"{index}={new}"
            for index, (old, new) in enumerate(zip(before, after, strict=True))
            if old != new
        ]
        lines.append(" ".join([move, *changes]))
        before = after
    return "\n".join(lines)


def cells(position: Position) -> list[str]:
    """What stands where."""
    squares: str | None = getattr(position, "cells", None)
    return list(map(str, position.stones)) if squares is None else list(squares)


def _difference(recorded: str, expected: str) -> str:
    try:
        old, new = json.loads(recorded), json.loads(expected)
    except (ValueError, RecursionError):
        return "its settings are damaged"
    if not isinstance(old, dict):
        return "its settings are damaged"
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    return f"{', '.join(keys)} differ" if keys else "its settings differ"
