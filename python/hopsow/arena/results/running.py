"""The games that are being played: a small table beside the finished ones, for those who watch.

Losing it costs nothing, so it is written without waiting for the disk, through a connection that
never moves anything from the log to the database: a power cut then takes nothing else with it.
Where games are short, they are written together, a few times a second.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.match import Runner
from hopsow.arena.contest.task import Task
from hopsow.arena.contest.tournament import Key
from hopsow.arena.referee.sight import Plies, Sight
from hopsow.arena.results.schema import LAYOUT, RUNNING
from hopsow.arena.run.seldom import Seldom
from hopsow.databases import connect, transaction

PATIENCE_S = 1.0  # with somebody else who writes
WRITE_S = 0.5  # between two writes
RUNNER = "runner"  # whose process writes
COLUMNS = 11


class Telling(Protocol):
    """Plays tasks as a `Runner` does, and tells how far each has come."""

    def __call__(
        self,
        tasks: Iterable[tuple[Any, Task]],
        jobs: int,
        progress: Callable[[Any, int], None] = ...,
    ) -> Generator[tuple[Any, Evidence], None, None]: ...


class Running:
    """Writes the games that are played to the database of a tournament."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path, LAYOUT, PATIENCE_S)
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute("PRAGMA wal_autocheckpoint = 0")
        self._connection.execute(RUNNING)
        runner = (RUNNER, str(os.getpid()))
        self._connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", runner)
        self._connection.execute("DELETE FROM running")
        self._firsts: dict[Key, str] = {}
        self._starts: dict[Key, Sight] = {}  # of games that have been handed out
        self._changed: dict[Key, Sight | None] = {}  # None for those that are over
        self._alone = Lock()
        self._writing = Seldom(self._write, WRITE_S)

    def close(self) -> None:
        """Nothing is played any more."""
        self._writing.close()
        self._connection.execute("DELETE FROM running")
        self._connection.execute("DELETE FROM about WHERE key = ?", (RUNNER,))
        self._connection.close()

    def watched(self, run: Telling) -> Runner:
        """The same games, each written from its beginning to its end."""

        def begun(tasks: Iterable[tuple[Any, Task]]) -> Iterator[tuple[Any, Task]]:
            for key, task in tasks:
                self._firsts[key] = task.first
                start = task.position or str(task.start())
                opening = " ".join(task.opening)
                self._starts[key] = Sight(start, opening, (0.0, 0.0), (0.0, 0.0))
                yield key, task

        def played(
            tasks: Iterable[tuple[Any, Task]], jobs: int
        ) -> Generator[tuple[Any, Evidence], None, None]:
            with closing(run(begun(tasks), jobs, progress=self.tell)) as games:
                for key, evidence in games:
                    yield key, evidence
                    del self._starts[key]
                    self._change(key, None)  # now that it is among the finished ones

        return played

    def tell(self, key: Key, plies: int) -> None:
        """A game has come so far; it begins with a plain 0."""
        self._change(key, plies.look() if isinstance(plies, Plies) else self._starts[key])

    def _change(self, key: Key, sight: Sight | None) -> None:
        with self._alone:
            self._changed[key] = sight
        self._writing()

    def _write(self) -> bool:
        """Whether what has changed is in the database."""
        with self._alone:
            changed, self._changed = self._changed, {}
        there = [
            (*key, self._firsts[key], sight.start, sight.moves, *sight.cpu, *sight.wall)
            for key, sight in changed.items()
            if sight is not None
        ]
        over = [key for key, sight in changed.items() if sight is None]
        marks = ", ".join("?" * COLUMNS)
        try:
            with transaction(self._connection, "DEFERRED"):
                self._connection.executemany(
                    "DELETE FROM running WHERE (round, a, b, number) = (?, ?, ?, ?)", over
                )
                self._connection.executemany(
                    f"INSERT OR REPLACE INTO running VALUES ({marks})", there
                )
        except sqlite3.Error:  # nobody's game stops because nobody can watch it
            with self._alone:
                self._changed = {**changed, **self._changed}
            return False
        for key in over:
            del self._firsts[key]
        return True
