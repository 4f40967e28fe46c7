"""Positions with exactly one move that keeps the result, and the proof of it.

A position is a puzzle if tables know the result of every legal move, and one of them alone keeps
the win or the draw; in Halma, races are solved to their end for that, so that the move is the first
of the only fastest way home. Unless others are given, the tables are those that are part of the
program: whoever has it can prove such puzzles again.

The module of a game's name says where to look, as `by_game` explains.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.resources import files
from random import Random

from hopsow.analysis.puzzles.by_game import SOURCES
from hopsow.games import Position, minimax, parse
from hopsow.tables import Tables

LEAST_MOVES = 3  # with fewer there is little to choose from
PARTS_AHEAD = 2  # parts of the work for each thread
FRUITLESS_PARTS = 200  # after which there are no more puzzles to be expected
RESULTS = {1: "win", 0: "draw"}


class PuzzleError(ValueError):
    """A text that is no puzzle, or a puzzle that does not hold."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, and the only move that keeps its `result`, "win" or "draw".

    `spoiling` is the number of other moves; `missed` the depth of the deepest plain search that
    chooses one of them, 0 if none does.
    """

    game: str
    position: str
    move: str
    result: str
    spoiling: int
    missed: int

    @property
    def grade(self) -> int:
        """How hard it is, 1 to 5: by how many moves spoil it, and how far one has to look."""
        own = SOURCES[self.game]
        far: float = sum(depth <= self.missed for depth in own.DEPTHS) / len(own.DEPTHS)
        many: int = sum(self.spoiling >= number for number in own.SPOILING)
        return 1 + round(2 * far) + many

    def __str__(self) -> str:
        fields = (self.position, self.move, self.result, self.spoiling, self.missed)
        return "\t".join(map(str, fields))


def prove(position: Position, tables: Tables) -> Puzzle | None:
    """The puzzle that a position is, if tables can prove that it is one."""
    count = len(position.legal_moves)
    ranked = tables.rank_moves(position) if count >= LEAST_MOVES else None
    if ranked is None or len(ranked) < count:
        return None
    (move, result, _), (_, second, _), *_ = ranked
    if result not in RESULTS or second == result:
        return None
    depths = SOURCES[position.game].DEPTHS
    missed = max((depth for depth in depths if minimax(position, depth) != move), default=0)
    return Puzzle(position.game, str(position), str(move), RESULTS[result], count - 1, missed)


def make(
    game: str,
    count: int,
    seed: int,
    *,
    tables: Tables | None = None,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> list[Puzzle]:
    """So many different puzzles by seed, the easiest first; fewer if there are no more.

    `progress` is called with the number of those that there are already. The puzzles are the same
    with any number of `threads`, one for each core if None, and `tables` that reach equally far.
    """
    known = tables or Tables()
    threads = threads or os.cpu_count() or 1
    made: dict[str, Puzzle] = {}
    fruitless = 0
    with ThreadPoolExecutor(threads) as pool:
        parts = _in_order(pool, threads, lambda number: _part(game, f"{seed}/{number}", known))
        for part in parts:
            before = len(made)
            for puzzle in part:
                if len(made) < count:
                    made.setdefault(puzzle.position, puzzle)
            fruitless = 0 if len(made) > before else fruitless + 1
            if progress is not None:
                progress(len(made))
            if len(made) == count or fruitless == FRUITLESS_PARTS:
                parts.close()
    return sorted(made.values(), key=lambda puzzle: puzzle.grade)


def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that are part of the program."""
    text = (files(__name__) / "data" / f"{game}.txt").read_text("utf-8")
    return tuple(read(game, text))


def read(game: str, text: str) -> Iterator[Puzzle]:
    """The puzzles of a text, one a line as `str` writes them; they are not proven here."""
    for number, line in enumerate(text.splitlines(), 1):
        try:
            yield _read_line(game, line)
        except ValueError as error:
            raise PuzzleError(f"line {number}: {error}") from None


def write(puzzles: list[Puzzle]) -> str:
    """The puzzles as a text."""
    return "".join(f"{puzzle}\n" for puzzle in puzzles)


def check(puzzle: Puzzle, tables: Tables) -> None:
    """Prove a puzzle again; a `PuzzleError` says that it does not hold."""
    proven = prove(parse(puzzle.game, puzzle.position), tables)
    if proven is None:
        raise PuzzleError(f"{puzzle.position}: it is not proven that one move alone keeps a result")
    if proven != puzzle:
        raise PuzzleError(f"{puzzle.position}: it says {puzzle}, and the proof {proven}")


def _part(game: str, seed: str, tables: Tables) -> list[Puzzle]:
    """The puzzles among a number of candidates."""
    candidates = SOURCES[game].candidates(Random(seed), tables)
    return [puzzle for each in candidates if (puzzle := prove(each, tables))]


def _in_order(
    pool: ThreadPoolExecutor, threads: int, part: Callable[[int], list[Puzzle]]
) -> Generator[list[Puzzle]]:
    """The parts one after the other, while the next ones are made."""
    waiting = [pool.submit(part, number) for number in range(PARTS_AHEAD * threads)]
    number = len(waiting)
    try:
        while True:
            done = waiting.pop(0)
            waiting.append(pool.submit(part, number))
            number += 1
            yield done.result()
    finally:
        for each in waiting:
            each.cancel()


def _read_line(game: str, line: str) -> Puzzle:
    fields = line.split("\t")
    if len(fields) != len(Puzzle.__dataclass_fields__) - 1:
        raise ValueError("expected position, move, result, spoiling moves and depth, with tabs")
    position, move, result, *numbers = fields
    parse(game, position).move(move)
    if result not in RESULTS.values():
        raise ValueError(f"the result is {result!r}, expected {' or '.join(RESULTS.values())}")
    if not all(number.isdecimal() and len(number) < 4 for number in numbers):
        raise ValueError("expected numbers for the spoiling moves and the depth")
    return Puzzle(game, position, move, result, int(numbers[0]), int(numbers[1]))
