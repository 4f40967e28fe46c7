"""Checkers positions in the endgame where the choice of the move changes the outcome, with proof.

They come from random games, and tables of all endings with so many pieces prove what each of their
moves is worth, the count of plies without a capture included.
`python -m hopsow.arena.course.checkers.positions` builds the tables, chooses the positions and
prints the list.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hopsow import tables
from hopsow.arena.course.difficulty import DEEPEST, Stratum
from hopsow.arena.course.endings import Wanted, choices
from hopsow.games import Move, Position, parse

FILE = Path(__file__).parent.parent / "data" / "checkers_positions.txt"
PIECES = 4
SEED = 1
STRATA = (Stratum(0, 0, 6), Stratum(1, 3, 10), Stratum(4, DEEPEST, 3), Stratum.deeper(6))


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position, its value for the side to move, and the moves that keep it."""

    position: str
    value: str
    keeping: tuple[str, ...]
    depth: int | None = field(default=None, compare=False)  # no file tells it


def make(known: tables.Tables, seed: int = SEED) -> list[Exercise]:
    """The exercises, from tables that know all endings of the size."""
    return [
        Exercise(str(each.position), each.value, each.keeping, each.depth)
        for each in choices(known, seed, WANTED)
    ]


def _is_quiet(position: Position) -> bool:
    return not position.legal_moves[0].is_capture


def _simple(position: Position) -> Move:
    """The starter's move: where there is nothing to capture, the first in the order of squares."""
    return min(position.legal_moves, key=lambda move: list(map(int, move.squares)))


WANTED = Wanted("checkers", PIECES, STRATA, _simple, is_wanted=_is_quiet)


def write(exercises: Iterable[Exercise]) -> Iterator[str]:
    """The lines of a file."""
    yield "# Checkers endgames (rules dd2380) where only some moves keep the outcome."
    yield "# Chosen and proven by tables: python -m hopsow.arena.course.checkers.positions"
    yield "# position | value for the side to move | moves that keep it"
    for each in exercises:
        yield f"{each.position} | {each.value} | {' '.join(each.keeping)}"


def read(path: Path = FILE) -> list[Exercise]:
    """The exercises of a file."""
    exercises = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            text, value, keeping = (word.strip() for word in line.split("|"))
            position = parse("checkers", text)
            moves = tuple(str(position.move(move)) for move in keeping.split())
            exercises.append(Exercise(text, value, moves))
        except ValueError as error:
            raise ValueError(f"{path}: line {number}: {error}") from None
    return exercises


def made(seed: int) -> list[Exercise]:
    """The exercises of a seed, from tables that are built for them."""
    with tempfile.TemporaryDirectory(prefix="hopsow-exam-") as folder:
        tables.build("checkers", PIECES, Path(folder))
        return make(tables.Tables(folder), seed)


def main() -> None:
    """Print the list of positions, which takes some seconds."""
    argparse.ArgumentParser(prog=__name__, description=main.__doc__).parse_args()
    print("\n".join(write(made(SEED))))


if __name__ == "__main__":
    main()
