"""Looking at a tournament from outside: what its database says, while it is played or afterwards.

Nothing is ever written, and nobody who plays is asked. A look costs one question as long as nothing
has changed.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from hopsow.arena.contest import evidence
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.tournament import Row
from hopsow.arena.results.database import COLUMNS, VERSION
from hopsow.arena.results.running import RUNNER


@dataclass(frozen=True)
class Game:
    """A game that is being played; times are those of A and B in seconds."""

    round: int
    a: str
    b: str
    number: int
    first: str
    start: str
    moves: str
    cpu: tuple[float, float]
    wall: tuple[float, float]

    @classmethod
    def of(cls, *row: Any) -> Game:
        """The game of a row of the table."""
        *about, cpu_a, cpu_b, wall_a, wall_b = row
        times: Any = ((cpu_a, cpu_b), (wall_a, wall_b))
        return cls(*about, *times)

    @property
    def name(self) -> str:
        """What tells it apart from all others."""
        return json.dumps([self.round, self.a, self.b, self.number])


@dataclass
class Seen:
    """All that has been seen so far. `ids` are the numbers of the finished games, for `evidence`;
    `is_played` says whether somebody plays on."""

    rows: list[Row] = field(default_factory=list)
    ids: list[int] = field(default_factory=list)
    running: list[Game] = field(default_factory=list)
    is_played: bool = False


class Spectator:
    """Somebody who looks at the database of a tournament."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            raise ValueError(f"{path}: there is no such tournament")
        uri = f"{path.absolute().as_uri()}?mode=ro"
        try:
            self._connection = sqlite3.connect(
                uri, uri=True, isolation_level=None, check_same_thread=False
            )
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            if version != VERSION:
                problem = f"a database of version {version}, expected {VERSION}"
                raise ValueError(f"{path}: {problem}")
            self.about = dict(self._connection.execute("SELECT key, value FROM about"))
            self.settings: dict[str, Any] = json.loads(self.about["tournament"])
        except (sqlite3.Error, KeyError) as error:
            raise ValueError(f"{path}: no database of a tournament: {error}") from None
        self.seen = Seen()
        self._alone = Lock()
        self._version: int | None = None

    def close(self) -> None:
        """Look no more."""
        self._connection.close()

    def look(self) -> bool:
        """Whether anything has changed since the last look."""
        with self._alone:
            return self._look()

    def _look(self) -> bool:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        is_played = self._is_played()
        if version == self._version and is_played == self.seen.is_played:
            return False
        self._version = version
        self.seen.is_played = is_played
        last = self.seen.ids[-1] if self.seen.ids else 0
        # In this order: a game that ends in between is then seen twice and not never.
        self.seen.running = self._running() if is_played else []
        query = f"SELECT id, {COLUMNS} FROM games WHERE id > ? ORDER BY id"
        for number, *values in self._connection.execute(query, (last,)):
            self.seen.ids.append(number)
            self.seen.rows.append(Row(*values))
        over = {row.key for row in self.seen.rows[-len(self.seen.running) - 64 :]}
        self.seen.running = [
            game
            for game in self.seen.running
            if (game.round, game.a, game.b, game.number) not in over
        ]
        return True

    def _running(self) -> list[Game]:
        try:
            rows = self._connection.execute("SELECT * FROM running").fetchall()
            return [Game.of(*row) for row in rows]
        except sqlite3.OperationalError:
            return []  # nobody has let it be watched yet

    def _is_played(self) -> bool:
        """Whether the process that writes still lives."""
        found = self._connection.execute(
            "SELECT value FROM about WHERE key = ?", (RUNNER,)
        ).fetchone()
        return found is not None and os.path.exists(f"/proc/{found[0]}")

    def evidence(self, number: int) -> Evidence:
        """The evidence of a finished game."""
        with self._alone:
            row = self._connection.execute(
                "SELECT evidence FROM games WHERE id = ?", (number,)
            ).fetchone()
        if row is None:
            raise ValueError(f"there is no game {number}")
        try:
            return evidence.loads(zlib.decompress(row[0]))
        except zlib.error as error:
            raise ValueError(f"the evidence of game {number} is damaged: {error}") from None
