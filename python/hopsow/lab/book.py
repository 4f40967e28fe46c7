"""How a book comes about: by drop-out expansion.

The position that is nearest to the roots is searched next, several lines of it; the moves of these
lines lead to further positions. The way to a position is the longer, the more plies it has and the
more its moves lose against the best: so good lines are followed far and bad ones not at all. In the
end the values of the positions are handed back to where they came from, and the book holds the move
with the best value.

Positions are taken in batches, so that threads search them side by side: the same ones whatever
the number of threads. What was searched is written down line by line, so that an interrupted
expansion goes on.
"""

from __future__ import annotations

import json
import os
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from heapq import heapify, heappop, heappush
from queue import SimpleQueue

from hopsow.engine import Searcher
from hopsow.engine.book import key_of, number_of, packed
from hopsow.files import write_atomically

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from hopsow.games import Position

LINES = 4  # of each position
BATCH = 32  # positions that are searched before the next ones are chosen
MEMORY_MB = 16
POLL_S = 0.01
ROUNDS = 50  # of handing back; more than one only where positions are reached by several ways
LOSS_PLIES = 6.0  # a move that loses a unit of its game is as far as so many plies more


@dataclass(frozen=True, slots=True)
class Plan:
    """How many positions to search, and how long each."""

    game: str
    rules: str
    positions: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Searched:
    """A position with the scores of its best moves, for the side to move."""

    position: Position
    scores: dict[str, float]


def expand(
    plan: Plan,
    roots: Sequence[Position],
    path: str,
    progress: Callable[[int], object],
    threads: int = 1,
) -> int:
    """Make the book and write it; the positions that it holds are counted."""
    journal = f"{path}.part"
    head = json.dumps([*astuple(plan), [str(root) for root in roots]])
    known = _begun(journal, head)
    found = iter(known[1:])
    book: dict[bytes, Searched] = {}
    with (
        open(journal, "a" if known else "w", encoding="utf-8") as file,
        _crew(plan, threads) as search,
    ):
        if not known:
            print(head, file=file, flush=True)
        for batch in _nearest(roots, book):
            batch = batch[: plan.positions - len(book)]
            before = [json.loads(line) for _, line in zip(batch, found, strict=False)]
            for position, scores in zip(batch, before, strict=False):
                book[key_of(position)] = Searched(position, scores)
            rest = batch[len(before) :]
            for position, scores in zip(rest, search(rest), strict=True):
                print(json.dumps(scores), file=file, flush=True)
                book[key_of(position)] = Searched(position, scores)
                progress(len(book))
            if len(book) == plan.positions:
                break
    write_atomically(path, packed(plan.game, plan.rules, _best_moves(book)))
    os.remove(journal)
    return len(book)


def _begun(journal: str, head: str) -> list[str]:
    """The whole lines of what an earlier run of the same plan left."""
    try:
        with open(journal, encoding="utf-8") as file:
            lines = file.read().split("\n")[:-1]
    except FileNotFoundError:
        return []
    if lines[:1] != [head]:
        raise ValueError(f"{journal} belongs to another book; remove it, or choose another file")
    # The last line may have been cut short.
    write_atomically(journal, "".join(f"{line}\n" for line in lines))
    return lines


def _nearest(roots: Sequence[Position], book: dict[bytes, Searched]) -> Iterator[list[Position]]:
    """The next positions to search, again and again, once `book` has what was found out."""
    waiting = [(0.0, number, root) for number, root in enumerate(roots)]
    heapify(waiting)
    met = len(waiting)
    while waiting:
        batch: dict[bytes, tuple[float, Position]] = {}
        while waiting and len(batch) < BATCH:
            distance, _, position = heappop(waiting)
            key = key_of(position)
            if key not in book and position.outcome is None:
                batch.setdefault(key, (distance, position))
        if batch:
            yield [position for _, position in batch.values()]
        for key, (distance, position) in batch.items():
            scores = book[key].scores
            best = max(scores.values())
            for move, score in scores.items():
                further = distance + 1 + LOSS_PLIES * (best - score)
                heappush(waiting, (further, met, position.play(move)))
                met += 1


@contextmanager
def _crew(
    plan: Plan, threads: int
) -> Iterator[Callable[[list[Position]], Iterable[dict[str, float]]]]:
    """What searches positions side by side; leaving ends the searches."""
    searchers = [Searcher(plan.game, MEMORY_MB) for _ in range(threads)]
    free: SimpleQueue[Searcher] = SimpleQueue()
    for searcher in searchers:
        free.put(searcher)

    def searched(position: Position) -> dict[str, float]:
        searcher = free.get()
        try:
            return _searched(searcher, position, plan.nodes)
        finally:
            free.put(searcher)

    under_way: list[Future[dict[str, float]]] = []
    with ThreadPoolExecutor(threads) as pool:

        def search(positions: list[Position]) -> Iterator[dict[str, float]]:
            under_way[:] = [pool.submit(searched, position) for position in positions]
            return (each.result() for each in under_way)

        try:
            yield search
        finally:
            for each in under_way:
                each.cancel()
            # A search that is about to begin would not see a single call.
            while not all(each.done() for each in under_way):
                for searcher in searchers:
                    searcher.stop()
                time.sleep(POLL_S)


def _searched(searcher: Searcher, position: Position, nodes: int) -> dict[str, float]:
    searcher.clear()  # the same search whatever came before it
    report = searcher.search([position], nodes=nodes, lines=LINES)
    return {str(line.pv[0]): round(line.score, 2) for line in report.lines}


def _best_moves(book: dict[bytes, Searched]) -> dict[bytes, int]:
    """The numbers of the best moves, once the values are handed back."""
    values = {key: max(searched.scores.values()) for key, searched in book.items()}
    for _ in range(ROUNDS):
        before = dict(values)
        # What was searched later follows from what was searched before it.
        for key in reversed(book):
            values[key] = max(_values(book[key], values).values())
        if values == before:
            break
    numbers = {}
    for key, searched in book.items():
        of_moves = _values(searched, values)
        numbers[key] = number_of(searched.position, max(of_moves, key=lambda move: of_moves[move]))
    return numbers


def _values(searched: Searched, values: dict[bytes, float]) -> dict[str, float]:
    """What the moves of a position are worth: by what the book knows of it, else by its search."""
    worth = {}
    for move, score in searched.scores.items():
        child = searched.position.play(move)
        value = values.get(key_of(child))
        sign = 1.0 if child.to_move == searched.position.to_move else -1.0
        worth[move] = score if value is None else sign * value
    return worth
