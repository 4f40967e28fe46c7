"""Walking through what tables know: each move of a position, what would tell more, hard ones."""

from __future__ import annotations

from dataclasses import dataclass

from hopsow._native import Tables, table_needs, table_sizes
from hopsow.games import Move, Position, facts, size_of
from hopsow.messages import Message
from hopsow.tables import amount

MINUTE_S = 60
LOOKED_AT_ONCE, LOOKED_AT_MOST = 1_000, 100_000


@dataclass(frozen=True, slots=True)
class RankedMove:
    """A legal move with its result and value for the mover, None if no table holds it."""

    move: Move
    result: int | None
    value: int | None


@dataclass(frozen=True, slots=True)
class Cost:
    """What tables up to a size would take to build."""

    size: int
    memory: int
    disk: int
    seconds: float  # of one processor, about

    @property
    def message(self) -> Message:
        """What it would take, to be told to a person."""
        return Message(
            "table.cost",
            size=self.size,
            memory=amount(self.memory),
            disk=amount(self.disk),
            time=_time(self.seconds),
        )


@dataclass(frozen=True, slots=True)
class Hard:
    """A won position that all moves but one spoil."""

    position: Position
    move: Move
    others: int


def moves(position: Position, known: Tables) -> list[RankedMove]:
    """All legal moves with what is known of them, the best first and the unknown ones last."""
    ranked = known.rank_moves(position) or []
    listed = [RankedMove(move, result, value) for move, result, value in ranked]
    there = {each.move for each in listed}
    for move in position.legal_moves:
        if move not in there:
            worth = known.probe(position.play(move))
            listed.append(RankedMove(move, None if worth is None else -worth[0], None))
    return sorted(listed, key=lambda each: each.result is None)


def cost(position: Position, known: Tables) -> Cost | None:
    """What it takes to know the position; nothing if it is known, or if no table can know it."""
    if known.bounds(position) is not None:
        return None
    rate = facts(position.game).table_bytes_per_s
    if rate is None:
        return None
    known_sizes = table_sizes(position.game, position.rules)
    size = size_of(position)
    if known_sizes is None or not known_sizes[1] <= size <= known_sizes[2]:
        return None
    memory, disk = table_needs(position.game, size, position.rules)
    return Cost(size, memory, disk, disk / rate)


def hard(
    known: Tables, game: str, size: int, count: int, seed: int, rules: str | None = None
) -> list[Hard]:
    """Won positions of exactly a size in which one move wins and all others do not.

    They come from random games; there are fewer if those do not lead to more.
    """
    chosen: list[Hard] = []
    looked = LOOKED_AT_ONCE
    while looked <= LOOKED_AT_MOST:
        choices = known.choices(game, seed, size, looked, rules)
        chosen = [
            Hard(position, keeping[0], len(position.legal_moves) - 1)
            for position, keeping in choices
            if len(keeping) == 1
            and size_of(position) == size
            and (known.probe(position) or (0,))[0] > 0
        ]
        if len(chosen) >= count or len(choices) < looked:
            break
        looked *= 10
    return sorted(chosen[:count], key=lambda each: -each.others)


def _time(seconds: float) -> Message:
    if seconds < MINUTE_S:
        return Message("table.seconds", count=max(1, round(seconds)))
    return Message("table.minutes", count=round(seconds / MINUTE_S))
