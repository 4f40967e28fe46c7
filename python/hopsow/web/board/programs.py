"""Programs that whoever started the board has named, asked for a move as the arena asks them.

No request depends on another, so a program is started for each move, in its sandbox and within
limits, and told the game so far.
"""

from __future__ import annotations

from collections.abc import Sequence

from hopsow.agents import Clock
from hopsow.arena.contest import entrants, task
from hopsow.arena.limits import Limits
from hopsow.errors import MessageError
from hopsow.games import Move
from hopsow.messages import Message
from hopsow.records import Record
from hopsow.web import limits

MOVE_S = 5.0  # of CPU time, where there is no clock


class ProgramError(MessageError):
    """A program that made no legal move."""


def is_program(spec: str) -> bool:
    """Whether an agent plays in a process of its own."""
    return entrants.is_program(spec)


def choose(name: str, spec: str, record: Record, clock: Clock) -> Move:
    """The move of a program; a `ProgramError` says what it did instead."""
    before: Sequence[Move] = record.moves
    game = task.play(
        task.Task(
            record.game,
            (spec, "random"),
            "A" if record.position.to_move == record.start.to_move else "B",
            record.rules,
            str(record.start),
            tuple(map(str, before)),
            _limits(clock, len(before) + 1),
        )
    )
    if len(game.record.moves) == len(before):
        raise ProgramError(Message("player.no-move", name=name, reason=str(game.reason)))
    return game.record.moves[-1]


def _limits(clock: Clock, plies: int) -> Limits:
    if clock.left is None:
        return Limits(cpu_move=MOVE_S, wall_move=limits.MAX_MOVE_S, plies=plies)
    seconds = min(clock.left + clock.increment, limits.MAX_MOVE_S)
    return Limits(wall_game=seconds, plies=plies)
