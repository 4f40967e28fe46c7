"""What an agent is."""

from __future__ import annotations

from typing import Protocol

from hopsow.engine.budget import Clock
from hopsow.games import Move, Position


class Agent(Protocol):
    """Anything that chooses a move; an object plays one game.

    An agent may also have `stop()`, to be called from another thread or a signal handler: it then
    answers as soon as it can with the best move so far.
    """

    def choose(self, position: Position, clock: Clock) -> Move:
        """A legal move of a position that has one."""
