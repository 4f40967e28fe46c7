"""Searches on a client's behalf."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import hopsow
from hopsow import Position
from hopsow.analysis.scores import chance, in_words, sign
from hopsow.engine import Searcher
from hopsow.server import limits
from hopsow.server.messages import BestLine, Report
from hopsow.server.work import Job
from hopsow.tables import Tables, default_folder, larger_table, open_tables


class Engines:
    """Searchers to borrow, so that no search waits for memory to be cleared.

    They share the tables; when more are built, new engines are made that know them.
    """

    def __init__(self, hash_mb: int = limits.HASH_MB) -> None:
        self._hash_mb = hash_mb
        self._free: dict[str, list[Searcher]] = {}
        self._lock = threading.Lock()
        self._tables, self._built_ns = open_tables(), _changed_ns(default_folder())

    def search(
        self,
        job: Job,
        positions: Sequence[Position],
        seconds: float,
        lines: int = 1,
        progress: Callable[[hopsow.Report], None] | None = None,
    ) -> hopsow.Report:
        """Search the last of the positions, until the time is up or the job is stopped."""
        game = positions[-1].game
        with self._lock:
            tables = self._known_tables()
            free = self._free.setdefault(game, [])
            searcher = free.pop() if free else None
        searcher = searcher or Searcher(game, self._hash_mb, tables)
        job.when_stopped(searcher.stop)
        try:
            return searcher.search(positions, time=seconds, lines=lines, progress=progress)
        finally:
            job.when_stopped(None)
            with self._lock:
                free.append(searcher)

    def hint(self, position: Position) -> str | None:
        """The command that builds a table which knows the position, where one is missing."""
        with self._lock:
            return larger_table(position, self._known_tables())

    def _known_tables(self) -> Tables:
        changed_ns = _changed_ns(default_folder())
        if changed_ns != self._built_ns:
            self._tables, self._built_ns, self._free = open_tables(), changed_ns, {}
        return self._tables


def report(position: Position, result: hopsow.Report, hint: str | None = None) -> Report:
    """What a search found, for a page."""
    return Report(
        depth=result.depth,
        nodes=result.nodes,
        nps=result.nps,
        seconds=result.wall,
        lines=[best_line(position, line) for line in result.lines],
        hint=hint,
    )


def best_line(position: Position, line: hopsow.Line) -> BestLine:
    """One line of a search, for a page."""
    return BestLine(
        move=str(line.move),
        score=sign(position) * line.score,
        chance=chance(position, line),
        text=in_words(position, line),
        exact=line.exact,
        depth=line.depth,
        pv=[str(move) for move in line.pv],
    )


def _changed_ns(folder: Path) -> int:
    """When files were last added to a folder or removed; 0 if there is no folder."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0
