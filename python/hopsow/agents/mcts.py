"""`mcts`: tree search by random games, which knows nothing but the rules where those end."""

from __future__ import annotations

from hopsow._native import mcts_move
from hopsow.agents.options import MAX_SEED, parse, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hopsow.engine.budget import Clock
    from hopsow.games import Move, Position

DEFAULT_SIMULATIONS = 1000
MAX_SIMULATIONS = 10_000_000
OPTIONS = {"simulations": whole(1, MAX_SIMULATIONS), "seed": whole(0, MAX_SEED)}


class MctsAgent:
    """Plays so many random games for each action; it ignores the clock."""

    def __init__(self, simulations: int = DEFAULT_SIMULATIONS, seed: int | None = None) -> None:
        from random import Random

        self.simulations = simulations
        self.random = Random(seed)

    def choose(self, position: Position, clock: Clock) -> Move:
        """The move that was tried most."""
        move = mcts_move(position, self.simulations, self.random.getrandbits(63))
        if move is None:
            raise ValueError("the game is over: there is no move to choose")
        return move


def make(name: str, words: Sequence[str], game: str) -> MctsAgent:
    """The agent of a text."""
    return MctsAgent(**parse(name, words, OPTIONS))
