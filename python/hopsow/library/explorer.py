"""Games that were taken in from elsewhere: what was played in a position, and how often it won.

One file of SQLite, `HOPSOW_GAMES` or in the platform's place for programs' data. It has counts, not
games: for each of the first plies of every game its position, its move and its result. Of each text
that was taken in it knows a digest, so that the same games again change nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from hopsow.databases import Layout, connect, transaction
from hopsow.errors import MessageError
from hopsow.files import data_path
from hopsow.games import Position
from hopsow.library.played import Counts, Played, key_of, listed
from hopsow.messages import Message

FILE = "games.db"
VERSION = 1
PLIES = 30
MOST_PLIES = 1000
CACHE_KB = 256 * 1024  # of pages, while games are taken in

SCHEMA = """
CREATE TABLE about (plies INTEGER NOT NULL, games INTEGER NOT NULL);
CREATE TABLE texts (digest INTEGER PRIMARY KEY);
CREATE TABLE played (
    key INTEGER NOT NULL,
    move TEXT NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    open INTEGER NOT NULL,
    PRIMARY KEY (key, move)
) WITHOUT ROWID;
"""
ADD = """
INSERT INTO played VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    won = won + excluded.won, drawn = drawn + excluded.drawn,
    lost = lost + excluded.lost, open = open + excluded.open
"""


class ExplorerError(MessageError):
    """The file cannot be used."""


def default_path() -> Path:
    """Where games are taken in: `HOPSOW_GAMES`, or the platform's place for programs' data."""
    return Path(data_path("HOPSOW_GAMES", FILE))


class Explorer:
    """The counts of one file, which is made when the first games are taken in."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    def played(self, position: Position) -> list[Played]:
        """What was played in a position, the most frequent first."""
        if not self.path.exists():
            return []
        with self.opened() as database:
            found = database.execute(
                "SELECT move, won, drawn, lost, open FROM played WHERE key = ?", (key_of(position),)
            ).fetchall()
        return listed(position, {move: Counts(*counts) for move, *counts in found})

    def size(self) -> tuple[int, int]:
        """How many games have been taken in, and how many plies of each."""
        if not self.path.exists():
            return 0, PLIES
        with self.opened() as database:
            games, plies = database.execute("SELECT games, plies FROM about").fetchone()
        return games, plies

    def begin(self, plies: int | None) -> int:
        """Make the file unless it exists; how many plies of each game it has."""
        if self.path.exists():
            _, there = self.size()
            if plies not in (None, there):
                raise ExplorerError(
                    Message("explorer.plies", path=str(self.path), there=there, plies=plies)
                )
            return there
        plies = PLIES if plies is None else plies
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.opened() as database:
            database.execute("INSERT INTO about VALUES (?, 0)", (plies,))
        return plies

    @contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        """The file, for as long as something is done with it."""
        try:
            with closing(connect(self.path, Layout(VERSION, SCHEMA))) as database:
                yield database
        except (sqlite3.Error, OSError) as error:
            raise ExplorerError(
                Message("explorer.unusable", path=str(self.path), problem=str(error))
            ) from None


class Intake:
    """What is being taken in: it is written in portions, each of which is complete by itself."""

    def __init__(self, database: sqlite3.Connection) -> None:
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute(f"PRAGMA cache_size = -{CACHE_KB}")
        self._database = database
        self._counts: dict[tuple[int, str], list[int]] = {}
        self._digests: set[int] = set()
        self._games = 0

    def __len__(self) -> int:
        """How many rows wait to be written."""
        return len(self._counts)

    def unknown(self, digests: Sequence[int]) -> set[int]:
        """Those of the texts that have not been taken in before."""
        marks = ", ".join("?" * len(digests))
        known = self._database.execute(
            f"SELECT digest FROM texts WHERE digest IN ({marks})", digests
        )
        return set(digests) - {digest for (digest,) in known}

    def add(
        self, digests: Sequence[int], games: int, counts: Mapping[tuple[int, str], Sequence[int]]
    ) -> None:
        """Take in the games of some texts."""
        self._digests.update(digests)
        self._games += games
        for row, numbers in counts.items():
            there = self._counts.setdefault(row, [0, 0, 0, 0])
            for at, number in enumerate(numbers):
                there[at] += number

    def write(self) -> None:
        """Write what has come so far, all of it or nothing.

        Rows are written in the order of the file, so that each of its pages is touched once.
        """
        with transaction(self._database):
            self._database.executemany(
                "INSERT OR IGNORE INTO texts VALUES (?)", ((digest,) for digest in self._digests)
            )
            self._database.executemany(
                ADD, ((*row, *self._counts[row]) for row in sorted(self._counts))
            )
            self._database.execute("UPDATE about SET games = games + ?", (self._games,))
        self._counts.clear()
        self._digests.clear()
        self._games = 0
