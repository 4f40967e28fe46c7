"""What the engine's clock knows of each game, imported when a game is first played."""

from __future__ import annotations

from hopsow.games.by_game import known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from hopsow.games import Position

    class Pace(Protocol):
        """Tells how long a game still takes."""

        def moves_left(self, position: Position, /) -> float:
            """How many moves the side to move will likely make until the game is over."""


def module_of(game: str) -> Pace:
    """The module that knows the pace of a game."""
    match known(game):
        case "halma":
            from hopsow.engine import halma

            return halma
        case "checkers":
            from hopsow.engine import checkers

            return checkers
        case "awari":
            from hopsow.engine import awari

            return awari
