"""The board of each game, imported when it is first drawn."""

from __future__ import annotations

from hopsow.games.by_game import known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from hopsow.draw.shapes import Drawing
    from hopsow.games import Position

    class Board(Protocol):
        """Draws the positions of a game."""

        def rows(self, position: Position, /) -> list[str]:
            """The lines of a drawing in characters."""

        def image(self, position: Position, marked: tuple[str, ...], /) -> Drawing:
            """Width, height and shapes of a drawing in SVG; the squares `marked` stand out."""


def module_of(game: str) -> Board:
    """The module that draws a game."""
    match known(game):
        case "halma":
            from hopsow.draw import halma

            return halma
        case "checkers":
            from hopsow.draw import checkers

            return checkers
        case "awari":
            from hopsow.draw import awari

            return awari
