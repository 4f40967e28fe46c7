"""Halma positions in which few moves are right, by a search whose opinion has a margin.

No table knows these positions. So a position counts only if the few best moves are better than all
others by at least the margin, and deeper searches that remember nothing of it name the same ones.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hopsow.games import Engine, minimax
from hopsow.records import Record

GAME = "halma"
MARGIN = 1.0  # plies, the unit of a score
MOST_KEEPING = 3
LEAST_MOVES = 10
DEPTHS = (2, 4, 5)
HASH_MB = 1
PLIES = 120  # of a game to choose from
CHANCE = 0.25  # of a random move


def positions(seed: int, count: int) -> list[tuple[Record, tuple[str, ...]]]:
    """So many positions, each from a game of its own, with the moves that are right."""
    found: list[tuple[Record, tuple[str, ...]]] = []
    game = 0
    while len(found) < count:
        random = Random(f"{seed}/{game}")
        game += 1
        record = _game(random)
        last = len(record.moves) - 1
        for ply in random.sample(range(last), last):
            before = Record(GAME, None, record.positions[ply])
            keeping = right_moves(before)
            if keeping:
                found.append((before, keeping))
                break
    return found


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
