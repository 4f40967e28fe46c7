"""`human`: a person at a terminal."""

from __future__ import annotations

import sys

from hopsow import draw
from hopsow.agents import Clock
from hopsow.agents.options import parse
from hopsow.errors import ParseError
from hopsow.games import Move, Position, facts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class HumanAgent:
    """Asks until a legal move is typed, after a drawing of the position unless others see to it."""

    def __init__(self, draws: bool = True) -> None:
        self.draws = draws

    def choose(self, position: Position, clock: Clock) -> Move:
        """The move that the person types."""
        if self.draws:
            print(f"\n{draw.text(position)}\n")
        while True:
            print(f"{position.to_move}'s move (? lists them): ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                print()
                raise ValueError("the input ended before the game did")
            text = line.strip()
            if text == "?":
                print(" ".join(map(str, position.legal_moves)))
                continue
            try:
                return position.move(text)
            except ParseError as error:
                print(f"{error.problem}, for instance {facts(position.game).example_move}")
            except ValueError as error:
                print(error)


def make(name: str, words: Sequence[str], game: str) -> HumanAgent:
    """The person at this terminal."""
    parse(name, words, {})
    return HumanAgent()
