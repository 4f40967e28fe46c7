"""Agents that ignore the clock: `random`, `greedy` and `minimax`."""

from __future__ import annotations

from hopsow.agents.options import MAX_DEPTH, MAX_SEED, parse, whole
from hopsow.games import Move, Position, minimax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hopsow.agents.agent import Agent
    from hopsow.engine.budget import Clock

DEFAULT_DEPTH = 2


class RandomAgent:
    """Any legal move, all equally likely; a seed makes the sequence repeatable."""

    def __init__(self, seed: int | None = None) -> None:
        from random import Random

        self.random = Random(seed)

    def choose(self, position: Position, clock: Clock) -> Move:
        """A legal move."""
        return self.random.choice(position.legal_moves)


class MinimaxAgent:
    """Plain minimax without pruning, by a simple evaluation; of equal moves it takes the first.

    Looking one ply ahead it is `greedy`, at two or more the reference opponent of the courses.
    """

    def __init__(self, depth: int = DEFAULT_DEPTH) -> None:
        self.depth = depth

    def choose(self, position: Position, clock: Clock) -> Move:
        """The first of the best moves."""
        move = minimax(position, self.depth)
        if move is None:
            raise ValueError("the game is over: there is no move to choose")
        return move


def make(name: str, words: Sequence[str], game: str) -> Agent:
    """The agent that a name stands for."""
    if name == "random":
        return RandomAgent(**parse(name, words, {"seed": whole(0, MAX_SEED)}))
    if name == "greedy":
        return MinimaxAgent(depth=1, **parse(name, words, {}))
    return MinimaxAgent(**parse(name, words, {"depth": whole(1, MAX_DEPTH)}))
