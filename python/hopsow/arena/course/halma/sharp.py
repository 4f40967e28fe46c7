"""Halma positions in which few moves are right, by a search whose opinion has a margin.

No table knows these positions. So a position counts only if the few best moves are better than all
others by at least the margin, and deeper searches that remember nothing of it name the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, pairwise
from random import Random

from hopsow.arena.course.difficulty import Stratum, depth_to_solve, stratified
from hopsow.games import Engine, Move, Position, minimax
from hopsow.records import Record

GAME = "halma"
MARGIN = 1.0  # plies, the unit of a score
MOST_KEEPING = 3
LEAST_MOVES = 10
DEPTHS = (2, 4, 5)
HASH_MB = 1
PLIES = 120  # of a game to choose from
CHANCE = 0.25  # of a random move
PLAIN_DEPTH = 3  # a plain search of four plies takes minutes
STRATA = (Stratum(0, 0, 4), Stratum(1, PLAIN_DEPTH, 4), Stratum.deeper(2))


@dataclass(frozen=True, slots=True)
class Sharp:
    """A position, the moves that are right in it, and its depth."""

    position: Position
    keeping: tuple[str, ...]
    depth: int


def positions(seed: int) -> list[Sharp]:
    """Return the positions of a seed, each from a game of its own."""
    return stratified(candidates(seed), STRATA, kinds=(None,))


def candidates(seed: int) -> Iterator[tuple[int, None, Sharp]]:
    """Yield positions with their depths, each from a game of its own."""
    for game in count():
        random = Random(f"{seed}/{game}")
        record = _game(random)
        last = len(record.moves) - 1
        for ply in random.sample(range(last), last):
            position = record.positions[ply]
            keeping = right_moves(Record(GAME, None, position))
            depth = _depth(position, keeping) if keeping else None
            if depth is not None:
                yield depth, None, Sharp(position, keeping, depth)
                break


def _depth(position: Position, keeping: tuple[str, ...]) -> int | None:
    """The depth, if it does not matter which of the longest moves a simple program takes."""
    longest = longest_moves(position)
    if len({str(move) in keeping for move in longest}) > 1:
        return None
    return depth_to_solve(position, keeping, longest[0], PLAIN_DEPTH)


def longest_moves(position: Position) -> list[Move]:
    """The moves that go furthest towards the other corner, as the starter plays."""
    sign = 1 if position.to_move == "black" else -1
    gains = [
        (sign * (sum(_xy(move.squares[-1])) - sum(_xy(move.squares[0]))), move)
        for move in position.legal_moves
    ]
    most = max(gain for gain, _ in gains)
    return [move for gain, move in gains if gain == most]


def _xy(square: str) -> list[int]:
    return list(map(int, square.split(",")))


def right_moves(record: Record) -> tuple[str, ...]:
    """The moves that all others are worse than by the margin; none where there are no such."""
    if record.outcome is not None or len(record.position.legal_moves) < LEAST_MOVES:
        return ()
    first, *deeper = DEPTHS
    keeping = _best(record, first)
    is_proven = keeping and all(_best(record, depth) == keeping for depth in deeper)
    return keeping if is_proven else ()


def _best(record: Record, depth: int) -> tuple[str, ...]:
    report = Engine(GAME, HASH_MB).search(record.positions, depth=depth, lines=MOST_KEEPING + 1)
    scores = sorted(((line.score, str(line.pv[0])) for line in report.lines), reverse=True)
    for number, (better, worse) in enumerate(pairwise(scores), 1):
        if better[0] - worse[0] >= MARGIN:
            return tuple(sorted(move for _, move in scores[:number]))
    return ()


def _game(random: Random) -> Record:
    """A game between players that are not quite careless."""
    record = Record(GAME)
    while len(record.moves) < PLIES and record.outcome is None:
        move = minimax(record.position, 1)
        if move is None or random.random() < CHANCE:
            move = random.choice(record.position.legal_moves)
        record.play(move)
    return record
