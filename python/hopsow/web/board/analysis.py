"""Searches on a client's behalf."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import hopsow
from hopsow import Move, Position, Record
from hopsow.analysis.forced import next_choice
from hopsow.analysis.scores import chance, in_words, sign
from hopsow.engine import Searcher
from hopsow.messages import Message
from hopsow.tables import Tables, default_folder, larger_table, open_tables, strategy
from hopsow.web import limits
from hopsow.web.board.messages import Analyse, BestLine, Report, said
from hopsow.web.work import Job

Progress = Callable[[hopsow.Report], None]
KNOWN_PLIES = 12  # of a line that tables know
TELL_EVERY_S = 0.1


class Engines:
    """Searchers to borrow, so that no search waits for memory to be cleared.

    They share the tables; when more are built, new engines are made that know them.
    """

    def __init__(self) -> None:
        self._free: dict[tuple[str, int], list[Searcher]] = {}
        self._lock = threading.Lock()
        self._tables, self._built_ns = open_tables(), _changed_ns(default_folder())
        self._strategies = strategy.in_folder(default_folder())

    @contextmanager
    def borrow(self, game: str, hash_mb: int = limits.HASH_MB) -> Iterator[Searcher]:
        """A searcher that nobody else uses in the meantime.

        One whose work was broken off may still be at it, so nobody else gets it.
        """
        with self._lock:
            tables = self._known_tables()
            free = self._free.setdefault((game, hash_mb), [])
            searcher = free.pop() if free else None
        searcher = searcher or Searcher(game, hash_mb, tables)
        yield searcher
        if hash_mb == limits.HASH_MB:
            with self._lock:
                free.append(searcher)

    def search(
        self,
        job: Job,
        positions: Sequence[Position],
        seconds: float,
        lines: int = 1,
        progress: Progress | None = None,
    ) -> hopsow.Report:
        """Search the last of the positions, until the time is up or the job is stopped."""
        with self.borrow(positions[-1].game) as searcher:
            job.when_stopped(searcher.stop)
            try:
                return searcher.search(positions, time=seconds, lines=lines, progress=progress)
            finally:
                job.when_stopped(None)

    @property
    def tables(self) -> Tables:
        """The tables at hand, those too that were built meanwhile."""
        with self._lock:
            return self._known_tables()

    def subject(self, record: Record) -> Subject:
        """The end of a game, to be analysed, and what is certain of it or could be."""
        tables = self.tables
        certain = strategy.in_words(record.position, self._strategies)
        return Subject(record, tables, certain or larger_table(record.position, tables))

    def _known_tables(self) -> Tables:
        changed_ns = _changed_ns(default_folder())
        if changed_ns != self._built_ns:
            self._tables, self._built_ns, self._free = open_tables(), changed_ns, {}
            self._strategies = strategy.in_folder(default_folder())
        return self._tables


class Subject:
    """A position that is analysed: where there is no choice, the next one where there is."""

    def __init__(self, record: Record, tables: Tables, hint: Message | None) -> None:
        self.positions, self.forced = next_choice(record.positions)
        self._position = self.positions[-1]
        self._tables = tables
        self._is_known = tables.probe(self._position) is not None
        self._hint = hint

    def report(self, result: hopsow.Report, earlier: Report | None = None) -> Report:
        """What a search found, for a page; an earlier one, which it continues, counts as well."""
        nodes = result.nodes + (earlier.nodes if earlier else 0)
        seconds = result.wall + (earlier.seconds if earlier else 0)
        return Report(
            depth=result.depth + len(self.forced),
            nodes=nodes,
            nps=nodes / max(seconds, 1e-3),
            seconds=seconds,
            lines=[self.line(line) for line in result.lines],
            finished=bool(result.lines) and all(line.exact for line in result.lines),
            hint=None if self._hint is None else said(self._hint),
        )

    def line(self, line: hopsow.Line) -> BestLine:
        """One line of a search, for a page."""
        pv = [*self.forced, *self._continued(line.pv)]
        return BestLine(
            move=str(pv[0]),
            score=sign(self._position) * line.score,
            chance=chance(self._position, line),
            text=said(in_words(self._position, line, len(self.forced), is_known=self._is_known)),
            exact=line.exact,
            depth=line.depth + len(self.forced),
            pv=[str(move) for move in pv],
        )

    def _continued(self, pv: Sequence[Move]) -> Sequence[Move]:
        """A line that tables know, as far as they lead; a search ends where they begin."""
        moves, position = list(pv), self._position
        if not self._is_known:
            return moves
        for move in moves:
            position = position.play(move)
        while len(moves) < KNOWN_PLIES and position.outcome is None:
            ranked = self._tables.rank_moves(position)
            if not ranked:
                break
            moves.append(ranked[0][0])
            position = position.play(moves[-1])
        return moves


class Turn:
    """One turn of an analysis, which goes on from what the turns before it found."""

    def __init__(
        self,
        subject: Subject,
        question: Analyse,
        tell: Callable[[Report], None],
        so_far: Report | None = None,
    ) -> None:
        self._subject = subject
        self._question = question
        self._tell = tell
        self._so_far = so_far
        self._told_at = -TELL_EVERY_S
        self.seconds = question.seconds - (so_far.seconds if so_far else 0)
        self.is_last = False

    def search(self, searcher: Searcher, job: Job) -> Report:
        """Search until the time is up, the depth is reached or others want a turn."""
        question, subject = self._question, self._subject
        job.when_stopped(searcher.stop)
        try:
            result = searcher.search(
                subject.positions,
                time=self.seconds,
                depth=question.depth,
                lines=1 if subject.forced else question.lines,
                threads=question.threads,
                progress=partial(self._pass_on, job),
            )
        finally:
            job.when_stopped(None)
        self.is_last = not job.is_stopped or result.wall >= self.seconds
        return subject.report(result, self._so_far)

    def _pass_on(self, job: Job, result: hopsow.Report) -> None:
        """Tell what was found, unless an earlier turn has seen further; stop if all is proven."""
        report = self._subject.report(result, self._so_far)
        if report.finished:
            job.stop()
        is_further = self._so_far is None or report.depth >= self._so_far.depth
        if is_further and result.wall - self._told_at >= TELL_EVERY_S:
            self._told_at = result.wall
            self._tell(report)


def _changed_ns(folder: Path) -> int:
    """When files were last added to a folder or removed; 0 if there is no folder."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0
