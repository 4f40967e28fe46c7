"""The list of level openings of checkers: all of three plies that a search keeps within half a man.

`python -m hopsow.arena.contest.checkers` prints it.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator

from hopsow.games import Engine
from hopsow.records import Record

DEPTH = 15  # of the search that judges the list
HALF_A_MAN = 0.5


def level_openings(depth: int = DEPTH) -> Iterator[tuple[Record, float]]:
    """All three-ply openings of checkers that a search keeps within half a man, and their score."""
    engine = Engine("checkers")
    seen = set()
    for record in _three_plies(Record("checkers")):
        if record.position not in seen:
            seen.add(record.position)
            score = -engine.search(record.positions, depth=depth).score
            if abs(score) <= HALF_A_MAN:
                yield record, score


def _three_plies(record: Record) -> Iterator[Record]:
    if len(record.moves) == 3:
        yield record
        return
    for move in record.position.legal_moves:
        record.play(move)
        yield from _three_plies(record)
        record.undo()


def main() -> None:
    """Print the list, which takes hours."""
    ArgumentParser(description=main.__doc__).parse_args()
    print(
        "# Three-ply openings of checkers within half a man by search, with red's advantage in men."
    )
    print(f"# python -m hopsow.arena.contest.checkers (depth {DEPTH})")
    for record, score in level_openings():
        print(f"{' '.join(map(str, record.moves)):24}# {score:+.2f}", flush=True)


if __name__ == "__main__":
    main()
