"""The core's engine with everything around it: tables, net, memory, levels, and how it is stopped.

- `Searcher`: whoever searches has one of these
- `budget`: how long to think, and how much memory that is worth
- `levels`: how freely a level chooses among the moves it sees
- `book`: moves for positions that were searched beforehand; `expansion` makes them
"""

from __future__ import annotations

from hopsow.engine.budget import hash_mb
from hopsow.games import Engine, has_tables

# What only some searches need is imported by them: agents start for every move.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from hopsow.games import Level, Move, Position, Report
    from hopsow.messages import Message
    from hopsow.tables import Tables

__all__ = ["Searcher", "choice"]

LEAST_MB, DEFAULT_MB = 1, 64


class Searcher:
    """Searches positions of one game and remembers what it learned from one search to the next.

    `megabytes` is its memory; None leaves that to `prepare` or the first search. Its `tables` are
    all there are, or those it is given; what is wrong with them is said on standard error, once.
    It judges by the `net` in a file, or else as its game does.
    """

    def __init__(
        self,
        game: str,
        megabytes: int | None = None,
        tables: Tables | None = None,
        net: str | None = None,
    ) -> None:
        self.game = game
        self._tables = tables
        if tables is None and has_tables(game):
            self._open_tables()  # now, and not in the time of the first move
        self.net = net
        self._engine: Engine | None = None
        if megabytes is not None:
            self._engine = self._made(megabytes)
        elif net is not None:
            self._made(LEAST_MB)  # what is wrong with the net is said at once

    @property
    def tables(self) -> Tables:
        """Those it looks at."""
        return self._tables if self._tables is not None else self._open_tables()

    def _open_tables(self) -> Tables:
        from hopsow.tables import open_tables

        self._tables = open_tables()
        return self._tables

    def prepare(self, seconds: float) -> None:
        """Take the memory that searches of so many seconds are worth, if there is none yet."""
        if self._engine is None:
            self._engine = self._made(hash_mb(seconds))

    def search(
        self,
        positions: Iterable[Position],
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        cpu: float | None = None,
        soft: float = 1.0,
        lines: int = 1,
        threads: int = 1,
        plays: bool = False,
        level: Level | None = None,
        progress: Callable[[Report], object] | None = None,
    ) -> Report:
        """Search the last of the positions of a game; without any limit, until `stop`.

        Who `plays` the move may follow a plan instead. A `level` looks no further than it does, and
        sees the moves that it chooses among; only the highest one plans.
        """
        if self._engine is None:
            self._engine = self._made(DEFAULT_MB)
        if level is not None:
            from hopsow.engine.levels import WEIGHED, lesser

            depth, nodes = lesser(depth, level.depth), lesser(nodes, level.nodes)
            lines = max(lines, WEIGHED) if level.temperature else lines
            plays = plays and level.is_full
        try:
            return self._engine.search(
                positions,
                depth=depth,
                nodes=nodes,
                time=time,
                cpu=cpu,
                soft=soft,
                lines=lines,
                threads=threads,
                plays=plays,
                progress=progress,
            )
        finally:
            if self._tables is not None:
                from hopsow.tables import tell_problems

                tell_problems(self._tables)

    def stop(self) -> None:
        """End the search that another thread, or a signal handler, is waiting for."""
        if self._engine is not None:
            self._engine.stop()

    def clear(self) -> None:
        """Forget what was learned."""
        if self._engine is not None:
            self._engine.clear()

    def hint(self, position: Position) -> Message | None:
        """The command that builds a table which knows the position, where one is missing."""
        from hopsow.tables import larger_table

        return larger_table(position, self.tables)

    def _made(self, megabytes: int) -> Engine:
        try:
            return Engine(self.game, megabytes, self._tables, self.net)
        except MemoryError as error:
            raise ValueError(str(error)) from None
        except OSError as error:
            raise ValueError(f"{self.net}: {error.strerror}") from None


def choice(report: Report, level: Level | None = None, random: Random | None = None) -> Move:
    """The move of a search that found one: the best, or at a level one that it may prefer."""
    if level is not None and level.temperature:
        from hopsow.engine.levels import chosen

        return chosen(report.lines, level.temperature, random)
    assert report.move is not None, "a game that is not over has a move"
    return report.move
