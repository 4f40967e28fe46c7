"""Games that are kept: every one that was played, opened or reviewed on the board.

One file of SQLite, `HOPSOW_LIBRARY` or in the platform's place for programs' data. A game is kept
as its record, which any program can read, and as what the board needs to show it as it was left.
What is deleted can be taken back for a month. Beside the games stands what was practised of each:
the puzzles that are to be repeated, one's own mistakes, and how well it went.

Games from elsewhere are not kept here but counted: `explorer` says what was played in a position,
`intake` reads files of games, `played` knows which positions are alike.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from hopsow.databases import Layout, connect, transaction
from hopsow.errors import MessageError, ParseError
from hopsow.files import data_path
from hopsow.games import Position
from hopsow.library.played import Counts, Played, key_of, listed, rows
from hopsow.messages import Message
from hopsow.records import Record
from hopsow.records.reading import parse_all

FILE = "library.db"
VERSION = 3
REMEMBERED_S = 30 * 24 * 3600  # what was deleted

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    title TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    result TEXT NOT NULL,
    plies INTEGER NOT NULL,
    began REAL NOT NULL,
    changed REAL NOT NULL,
    deleted REAL,
    record TEXT NOT NULL,
    page TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS games_changed ON games (changed);
CREATE TABLE IF NOT EXISTS played (
    key INTEGER NOT NULL,
    id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    move TEXT,
    ended INTEGER
);
CREATE INDEX IF NOT EXISTS played_key ON played (key);
CREATE INDEX IF NOT EXISTS played_id ON played (id);
CREATE TABLE IF NOT EXISTS practice (
    game TEXT PRIMARY KEY,
    page TEXT NOT NULL
);
"""
FIELDS = "id, game, title, first, second, result, plies, began, changed"


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the library; times are seconds since 1970."""

    id: str
    game: str
    title: str
    first: str
    second: str
    result: str
    plies: int
    began: float
    changed: float


class LibraryError(MessageError):
    """The file cannot be used, or there is no such game."""


def default_path() -> Path:
    """Where the library is: `HOPSOW_LIBRARY`, or the platform's place for programs' data."""
    return Path(data_path("HOPSOW_LIBRARY", FILE))


class Library:
    """The games of one file, which is made when the first one is kept. Any thread may ask."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()

    def keep(
        self,
        name: str,
        record: Record,
        page: str,
        *,
        players: Sequence[str],
        title: str,
        now: float,
    ) -> None:
        """Keep a game, in the place of what was known of it; a title stays until another comes."""
        first, second = players
        values = (record.game, title, first, second, record.result, len(record.moves), now, now)
        with self._open() as database:
            database.execute(
                "INSERT INTO games (id, game, title, first, second, result, plies, began, changed,"
                " record, page) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE"
                " SET game = excluded.game, first = excluded.first, second = excluded.second,"
                " result = excluded.result, plies = excluded.plies, changed = excluded.changed,"
                " title = CASE excluded.title WHEN '' THEN title ELSE excluded.title END,"
                " record = excluded.record, page = excluded.page, deleted = NULL",
                (name, *values, str(record), page),
            )
            database.execute("DELETE FROM played WHERE id = ?", (name,))
            _note_played(database, name, record)

    def find(
        self,
        *,
        game: str | None = None,
        words: str = "",
        result: str | None = None,
        since: float | None = None,
        until: float | None = None,
        position: Position | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> tuple[list[Entry], int]:
        """Games that fit all that is asked, the latest first, and how many there are in all.

        Words are looked for in titles and names of players.
        """
        fits: list[tuple[str, object]] = [("deleted IS NULL", None)]
        fits += [("game = ?", game)] * (game is not None)
        fits += [("result = ?", result)] * (result is not None)
        fits += [("changed >= ?", since)] * (since is not None)
        fits += [("changed < ?", until)] * (until is not None)
        if position is not None:
            fits.append(("id IN (SELECT id FROM played WHERE key = ?)", key_of(position)))
        for word in words.split():
            fits.append(("instr(lower(title || ' ' || first || ' ' || second), ?)", word.lower()))
        where = " AND ".join(condition for condition, _ in fits)
        values = [value for condition, value in fits if "?" in condition]
        with self._open() as database:
            rows = database.execute(
                f"SELECT {FIELDS} FROM games WHERE {where} ORDER BY changed DESC, id"
                " LIMIT ? OFFSET ?",
                (*values, limit, offset),
            ).fetchall()
            (count,) = database.execute(
                f"SELECT count(*) FROM games WHERE {where}", values
            ).fetchone()
        return [Entry(*row) for row in rows], count

    def played(self, position: Position) -> list[Played]:
        """What was played in a position, the most frequent first."""
        with self._open() as database:
            found = database.execute(
                "SELECT move, sum(ended = 0), sum(ended = 1), sum(ended = 2), sum(ended = 3)"
                " FROM played JOIN games USING (id)"
                " WHERE key = ? AND move IS NOT NULL AND deleted IS NULL GROUP BY move",
                (key_of(position),),
            ).fetchall()
        return listed(position, {move: Counts(*counts) for move, *counts in found})

    def page(self, name: str) -> str:
        """What the board needs to show a game as it was left."""
        (page,) = self._values("page", name)
        return str(page)

    def record(self, name: str) -> Record:
        """The record of a game."""
        game, text = self._values("game, record", name)
        return parse_all(Record, str(game), str(text))[0]

    def rename(self, name: str, title: str) -> None:
        """Give a game another title."""
        self._change("title = ?", (title, name))

    def delete(self, name: str, now: float) -> None:
        """Take a game out; `restore` puts it back."""
        self._change("deleted = ?", (now, name))

    def restore(self, name: str) -> None:
        """Put a deleted game back."""
        self._change("deleted = NULL", (name,))

    def records(self, game: str | None = None) -> Iterator[str]:
        """The texts of all games, of one kind or of every kind, the earliest first."""
        with self._open() as database:
            rows = database.execute(
                "SELECT record FROM games WHERE deleted IS NULL AND game = ifnull(?, game)"
                " ORDER BY game, began, id",
                (game,),
            ).fetchall()
        yield from (text for (text,) in rows)

    def keep_practice(self, game: str, page: str) -> None:
        """Keep what was practised of a game, in the place of what was known."""
        with self._open() as database:
            database.execute("INSERT OR REPLACE INTO practice VALUES (?, ?)", (game, page))

    def practice(self, game: str) -> str | None:
        """What was practised of a game, as the board that kept it gave it."""
        with self._open() as database:
            row = database.execute("SELECT page FROM practice WHERE game = ?", (game,)).fetchone()
        return None if row is None else str(row[0])

    def purge(self, now: float) -> None:
        """Forget for good what was deleted long ago."""
        if self.path.exists():
            with self._open() as database:
                database.execute("DELETE FROM games WHERE deleted < ?", (now - REMEMBERED_S,))

    def _values(self, columns: str, name: str) -> tuple[object, ...]:
        with self._open() as database:
            row = database.execute(f"SELECT {columns} FROM games WHERE id = ?", (name,)).fetchone()
        if row is None:
            raise LibraryError(Message("library.no-such-game"))
        values: tuple[object, ...] = row
        return values

    def _change(self, what: str, values: Sequence[object]) -> None:
        with self._open() as database:
            if not database.execute(f"UPDATE games SET {what} WHERE id = ?", values).rowcount:
                raise LibraryError(Message("library.no-such-game"))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The file within one transaction: all of it happens, or nothing."""
        try:
            with self._lock:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with (
                    closing(connect(self.path, LAYOUT)) as database,
                    transaction(database, "DEFERRED"),
                ):
                    yield database
        except (sqlite3.Error, OSError) as error:
            raise LibraryError(
                Message("library.unusable", path=str(self.path), problem=str(error))
            ) from None


def _note_played(database: sqlite3.Connection, name: str, record: Record) -> None:
    """Note each position with the move played in it; the last one has none."""
    played = [(key, name, move, result) for key, move, result in rows(record)]
    last = (key_of(record.position), name, None, None)
    database.executemany("INSERT INTO played VALUES (?, ?, ?, ?)", [*played, last])


def _fill(database: sqlite3.Connection) -> None:
    """Note what was played in games that an earlier version of Hopsow has kept."""
    database.execute("DROP TABLE IF EXISTS positions")
    database.execute("DELETE FROM played")
    for name, game, text in database.execute("SELECT id, game, record FROM games").fetchall():
        with suppress(ParseError):  # what cannot be read can still be seen and exported
            for record in parse_all(Record, game, text):
                _note_played(database, name, record)


LAYOUT = Layout(VERSION, SCHEMA, fill=_fill)
