"""What the page says about a position of each game."""

from __future__ import annotations

from typing import Protocol

from hopsow import Position
from hopsow.games.table import ByGame
from hopsow.messages import Message
from hopsow.web.board.views import awari, checkers, halma


class View(Protocol):
    """Explains a position to whoever is to move."""

    def notice(self, position: Position, /) -> Message | None:
        """The rule that binds the side to move, if one does."""


VIEWS = ByGame[View](halma=halma, checkers=checkers, awari=awari)
