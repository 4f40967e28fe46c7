"""What an agent is, and what makes agents of a kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hopsow.engine.budget import Clock
from hopsow.games import Move, Position


class Resignation(Exception):  # noqa: N818 (a choice of the agent, no error)
    """Raised by an agent that gives up the game instead of choosing a move."""


class Agent(Protocol):
    """Anything that chooses a move; an object plays one game.

    An agent may also have `stop()`, to be called from another thread or a signal handler: it then
    answers as soon as it can with the best move so far.
    """

    def choose(self, position: Position, clock: Clock) -> Move:
        """A legal move of a position that has one."""


class AgentKind(Protocol):
    """Makes the agents of one kind from their texts; a module with `make` is one."""

    def make(self, name: str, words: Sequence[str], game: str) -> Agent:
        """The agent of a text `name:word:word…`, to play one game of `game`.

        Raise ValueError, in one sentence, where the text is wrong.
        """
