"""Ending a game where tables know its result, with a proof that anybody can check again.

Tables know positions and not their history, but a repeated position ends a game. So a game is
adjudicated only where that cannot matter: whoever follows the tables towards a win, or away from a
loss, never needs the same position twice, and where both sides are content to go round in circles
the repetition gives the result that the tables give. What is left are positions that have occurred
before now and are one repetition away from the end. Stones, pieces and men only ever leave the
board, so these are of the present size, and there are none right after a capture. The counter of
plies without a capture is part of a checkers position, and the tables reckon with it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from hopsow.arena.documents import OneOf
from hopsow.games import Position, facts, has_tables, size_of
from hopsow.records import Record
from hopsow.tables import RESULTS, Tables, larger_table, open_tables, tell_problems

OFF, TABLES = "off", "tables"
CHOICES = (OFF, TABLES)
COMPUTED_PLIES = 8  # between two looks where an ending is computed, which can take a second
LEAST_REPETITIONS = 2  # that end a game anywhere, where the referee has no number of his own


@dataclass(frozen=True, slots=True)
class Proof:
    """What tables say of a position: `result` is 1, 0 or -1 for the side to move, and `value` is
    what `hopsow tables probe` prints. `table` names game, rules and size."""

    table: str
    position: str
    result: Annotated[int, OneOf(1, 0, -1)]
    value: int

    @property
    def reason(self) -> str:
        """The result in a sentence."""
        result = f"{RESULTS[self.result]} for the side to move"
        return f"{result} by the tables {self.table}, value {self.value}"


def every(adjudicate: str, game: str) -> int:
    """After how many plies a game is looked at again; 0 for never."""
    if adjudicate == OFF:
        return 0
    return 1 if has_tables(game) else COMPUTED_PLIES


def proof(record: Record) -> Proof | None:
    """The proof of how a game that goes on ends with perfect play, where there is one."""
    tables = _tables()
    position = record.position
    worth = tables.probe(position)
    tell_problems(tables)
    if worth is None or _could_repeat(record):
        return None
    return Proof(_name(position), str(position), *worth)


def check(claimed: Proof, record: Record) -> None:
    """Refuse a proof that the tables at hand do not confirm."""
    if claimed.position != str(record.position):
        raise ValueError(f"the proof is about {claimed.position}, the game ended elsewhere")
    actual = proof(record)
    if actual == claimed:
        return
    if actual is not None:
        raise ValueError(f"the proof says {claimed.reason}; it is {actual.reason}")
    hint = larger_table(record.position, _tables())
    if hint is not None:
        raise ValueError(f"the tables {claimed.table} are not here; {hint}")
    raise ValueError("no table proves how the game ends")


def winner(proven: Proof, position: Position) -> str | None:
    """The side that wins."""
    if proven.result == 0:
        return None
    first, second = position.sides
    other = second if position.to_move == first else first
    return position.to_move if proven.result > 0 else other


@cache
def _tables() -> Tables:
    return open_tables()


def _name(position: Position) -> str:
    rules = f"{position.game}-{position.rules}"
    return f"{rules}-{size_of(position)}" if has_tables(position.game) else rules


def _could_repeat(record: Record) -> bool:
    """Whether some earlier position may come again and end the game by that."""
    size = size_of(record.position)
    earlier = Counter(each for each in record.positions[:-1] if size_of(each) == size)
    allowed = facts(record.game).repetitions or LEAST_REPETITIONS
    return any(count >= allowed - 1 for count in earlier.values())
