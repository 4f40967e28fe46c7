"""Looking at a tournament from outside: what its database says, while it is played or afterwards.

Nothing is ever written, and nobody who plays is asked. A look costs one question as long as nothing
has changed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from hopsow.arena.contest import evidence
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.tournament import MOST_AGENTS, Row
from hopsow.arena.results import rows, schema
from hopsow.arena.results.rows import Unfinished
from hopsow.arena.results.running import RUNNER
from hopsow.databases import connect

MOST_RUNNING = 1000
MOST_NUMBER = 2**63 - 1  # of SQLite


@dataclass(slots=True)
class Seen:
    """All that has been seen so far. `ids` are the numbers of the finished games, for `evidence`;
    `is_played` says whether somebody plays on."""

    rows: list[Row] = field(default_factory=list)
    ids: list[int] = field(default_factory=list)
    running: list[Unfinished] = field(default_factory=list)
    is_played: bool = False


class Spectator:
    """Somebody who looks at the database of a tournament."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():  # a pipe would be waited for
            raise ValueError(f"{path}: there is no such tournament")
        with self._explained():
            self._connection = connect(path, schema.LAYOUT, is_read_only=True)
            self.about = dict(self._connection.execute("SELECT key, value FROM about"))
            self.settings = rows.settings_of(self.about.get("tournament", ""))
        self.agents = dict.fromkeys(self.settings.agents)  # and those that have played
        self.seen = Seen()
        self._alone = Lock()
        self._version: int | None = None

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Raise a ValueError with the file's name for whatever is wrong with it."""
        try:
            yield
        except (sqlite3.Error, OverflowError) as error:
            raise ValueError(f"{self.path}: no database of a tournament: {error}") from None
        except ValueError as error:
            raise ValueError(f"{self.path}: {error}") from None

    def close(self) -> None:
        """Look no more."""
        self._connection.close()

    def look(self) -> bool:
        """Whether anything has changed since the last look."""
        with self._alone, self._explained():
            return self._look()

    def _look(self) -> bool:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        is_played = self._is_played()
        if version == self._version and is_played == self.seen.is_played:
            return False
        schema.check(self._connection)
        # In this order: a game that ends in between is then seen twice and not never.
        running = self._running() if is_played else []
        last = self.seen.ids[-1] if self.seen.ids else 0
        found = self._finished(last)
        self._version, self.seen.is_played = version, is_played
        self.seen.ids += found
        self.seen.rows += found.values()
        over = {row.key for row in self.seen.rows[-len(running) - 64 :]}
        self.seen.running = [
            game for game in running if (game.round, game.a, game.b, game.number) not in over
        ]
        return True

    def _finished(self, last: int) -> dict[int, Row]:
        """The finished games after one; a damaged file could repeat them for ever."""
        found: dict[int, Row] = {}
        query = f"SELECT id, {schema.COLUMNS} FROM games WHERE id > ? ORDER BY id"
        for number, *values in self._connection.execute(query, (last,)):
            if number <= last:
                raise ValueError(f"game {number} comes after game {last}")
            found[number] = row = rows.row(Row, values)
            last = number
            self.agents |= {row.a: None, row.b: None}
            if len(self.agents) > MOST_AGENTS:
                raise ValueError(f"more than {MOST_AGENTS} agents")
        return found

    def _running(self) -> list[Unfinished]:
        try:
            query = f"SELECT {rows.RUNNING_COLUMNS} FROM running LIMIT {MOST_RUNNING}"
            found = self._connection.execute(query).fetchall()
        except sqlite3.OperationalError:
            return []  # nobody has let it be watched yet
        return [rows.row(Unfinished, row) for row in found]

    def _is_played(self) -> bool:
        """Whether the process that writes still lives."""
        found = self._connection.execute(
            "SELECT value FROM about WHERE key = ?", (RUNNER,)
        ).fetchone()
        process = "" if found is None else str(found[0])
        return process.isdecimal() and os.path.exists(f"/proc/{process}")

    def evidence(self, number: int) -> Evidence:
        """The evidence of a finished game."""
        if number > MOST_NUMBER:
            raise ValueError(f"there is no game {str(number)[:24]}")
        with self._alone, self._explained():
            row = self._connection.execute(
                "SELECT evidence FROM games WHERE id = ?", (number,)
            ).fetchone()
        if row is None:
            raise ValueError(f"there is no game {number}")
        try:
            return evidence.loads(schema.unpacked(row[0]))
        except ValueError as error:
            raise ValueError(f"the evidence of game {number} is damaged: {error}") from None
