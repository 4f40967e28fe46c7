"""`engine`: the search of the core, at full strength or at one of ten levels."""

from __future__ import annotations

from time import perf_counter, process_time

from hopsow.agents.options import MAX_DEPTH, MAX_NODES, MAX_SEED, parse, seconds, whole
from hopsow.engine import Searcher, choice
from hopsow.engine.book import NO_BOOK, built_in, read
from hopsow.engine.budget import CPU_GRACE_S, LONGEST_S, WALL_GRACE_S, share
from hopsow.engine.levels import FULL, lesser
from hopsow.games import Level, Move, Position, facts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random
    from typing import Any

    from hopsow.engine.budget import Clock

OPTIONS: dict[str, Callable[[str], Any]] = {
    "time": seconds,
    "depth": whole(1, MAX_DEPTH),
    "nodes": whole(1, MAX_NODES),
    "level": whole(1, 10),
    "seed": whole(0, MAX_SEED),
    "net": str,
    "book": str,
    "strategy": str,
}
DEFAULT_S = 1.0  # a move, where nothing else sets a limit
LEVEL_S = 0.03  # hardly any move of a level with a limit takes longer


class EngineAgent:
    """Searches as far as its own limits and the clock allow; without either, one second.

    `time` is of CPU time where the clock counts that. A `level` looks less far and chooses with
    chance, which `seed` makes repeatable. `net` is a file to judge by, `book` one of openings
    and `strategy` one of moves that keep a result for certain, which the full strength plays by.
    Without a `book` it is the built-in one where time alone is the limit; "none" is no book.
    """

    def __init__(
        self,
        game: str,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        level: int | None = None,
        seed: int | None = None,
        net: str | None = None,
        book: str | None = None,
        strategy: str | None = None,
    ) -> None:
        self.searcher = Searcher(game, net=net)
        self.book = None
        if book != NO_BOOK:
            if book is not None:
                self.book = read(book, game).move
            elif depth is None and nodes is None:
                self.book = built_in
        self.strategy = None
        if strategy is not None:
            from hopsow.tables.strategy import read as read_strategy

            self.strategy = read_strategy(strategy, game)
        self.time = time
        self.depth = depth
        self.nodes = nodes
        self.longest = LONGEST_S if time is None else time
        self.level = FULL
        self.random: Random | None = None
        if level is not None:
            self._handicap(facts(game).levels[level - 1], seed)

    def _handicap(self, level: Level, seed: int | None) -> None:
        from random import Random

        self.level, self.random = level, Random(seed)
        if level.depth or level.nodes:
            self.longest = LEVEL_S

    def choose(self, position: Position, clock: Clock) -> Move:
        """The best move found, or one that the level prefers to it."""
        now = process_time if clock.counts_cpu else perf_counter
        begun = now()
        if position.outcome is not None:
            raise ValueError("the game is over: there is no move to choose")
        if self.strategy is not None and self.level.is_full:
            answer = self.strategy.answer(position)
            if answer is not None:
                return answer[0]
        if self.book is not None and self.level.is_full:
            by_book = self.book(position)
            if by_book is not None:
                return by_book
        limit, soft = self._budget(position, clock)
        self.searcher.prepare(self.longest if limit is None else min(self.longest, limit))
        if limit is not None:
            # The first move also pays for the book, the net and the transposition table.
            limit = max(0.0, limit - (now() - begun))
        report = self.searcher.search(
            [*clock.earlier, position],
            depth=self.depth,
            nodes=self.nodes,
            cpu=limit if clock.counts_cpu else None,
            time=None if clock.counts_cpu else limit,
            soft=soft,
            plays=True,
            level=self.level,
        )
        return choice(report, self.level, self.random)

    def stop(self) -> None:
        """End the search that `choose` waits for."""
        self.searcher.stop()

    def _budget(self, position: Position, clock: Clock) -> tuple[float | None, float]:
        """Seconds, and the share of them after which no deeper search begins."""
        budget = share(position, clock, CPU_GRACE_S if clock.counts_cpu else WALL_GRACE_S)
        depth = lesser(self.depth, self.level.depth)
        nodes = lesser(self.nodes, self.level.nodes)
        if self.time is not None and (budget is None or self.time < budget.limit):
            return self.time, 1.0
        if budget is None and depth is None and nodes is None:
            return DEFAULT_S, 1.0
        return budget or (None, 1.0)


def make(name: str, words: Sequence[str], game: str) -> EngineAgent:
    """The agent of a text."""
    return EngineAgent(game, **parse(name, words, OPTIONS))
