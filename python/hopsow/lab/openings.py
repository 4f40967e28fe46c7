"""Lists of openings: every way to play the first plies, or those that a search keeps level."""

from __future__ import annotations

from collections.abc import Iterator

from hopsow.games import Engine
from hopsow.records import Record


def every(game: str, rules: str, plies: int) -> Iterator[Record]:
    """Each position that so many plies lead to, once, as the first game that leads there."""
    seen = set()
    for record in _continued(Record(game, rules), plies):
        if record.position not in seen:
            seen.add(record.position)
            yield record


def level(
    game: str, rules: str, plies: int, within: float, depth: int
) -> Iterator[tuple[Record, float]]:
    """Those that a search to `depth` keeps within so many units, with the first side's score."""
    engine = Engine(game)
    for record in every(game, rules, plies):
        score = engine.search(record.positions, depth=depth).score
        if abs(score) <= within:
            is_first = record.position.to_move == record.positions[0].to_move
            yield record, score if is_first else -score


def _continued(record: Record, plies: int) -> Iterator[Record]:
    """The record again and again, with further moves; games that are over end no opening."""
    if record.outcome is not None:
        return
    if plies == 0:
        yield record
        return
    for move in record.position.legal_moves:
        record.play(move)
        yield from _continued(record, plies - 1)
        record.undo()
