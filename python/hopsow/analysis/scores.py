"""Scores as people read them, from the first side's point of view.

Scores of a search are the side to move's. Where many positions stand beside each other they all are
the first side's: what is good for the side that usually begins is positive.
"""

from __future__ import annotations

import math

from hopsow.games import Line, Position, Report, facts
from hopsow.messages import Message, ending, side
from hopsow.records import Record

CERTAIN = 250.0  # the core's score of a certain result; what a table says is added in hundredths
STEEPEST = 40.0  # beyond it the expected result is 0 or 1 to the last digit


def sign(position: Position) -> int:
    """1 where the first side is to move, -1 where the second is."""
    return 1 if position.to_move == position.sides[0] else -1


def chance(position: Position, line: Line | Report) -> float:
    """The first side's expected result, 0 to 1."""
    score = sign(position) * line.score
    if line.exact:
        return 0.5 if score == 0 else float(score > 0)
    clear = facts(position.game).clear_lead  # it only bends the scale
    return 1 / (1 + math.exp(-max(-STEEPEST, min(STEEPEST, math.log(3) * score / clear))))


def result(record: Record) -> float:
    """The first side's result of a game that is over."""
    assert record.outcome is not None, "the game is over"
    winner = record.outcome.winner
    return 0.5 if winner is None else float(winner == record.start.sides[0])


def in_words(
    position: Position, line: Line | Report, earlier: int = 0, *, is_known: bool = False
) -> Message:
    """A score as people write it: who is ahead by how much, or what is certain.

    The position is so many plies later than the one that is asked about. Where tables know it, the
    words say more than who wins.
    """
    first, second = position.sides
    score = sign(position) * line.score
    if not line.exact:
        return Message("score.about", score=f"{score:+.2f}")
    if score == 0:
        return Message("score.draw")
    winner = side(first if score > 0 else second)
    if line.distance is not None:
        moves = (line.distance + earlier + 1) // 2
        return Message("score.wins-in", winner=winner, moves=moves)
    if not is_known:
        return Message("score.wins", winner=winner)
    value = round(100 * abs(abs(line.score) - CERTAIN))
    if not facts(position.game).ending_is_score:
        unit = Message(f"{position.game}.ending-unit")
        return Message("score.wins-by-table", winner=winner, value=value, unit=unit)
    kind = "wins-by-one" if value == 1 else "wins-by"
    return Message(f"{position.game}.{kind}", winner=winner, value=value)


def ending_of(record: Record) -> Message:
    """How a game that is over ended by the rules."""
    outcome = record.outcome
    assert outcome is not None, "the game is over"
    return ending(record.game, outcome.winner, outcome.reason)
