"""The verb of each game, imported when it is called."""

from __future__ import annotations

from hopsow.games.by_game import known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Verb(Protocol):
        """Does what the course of a game asks of a program."""

        def run(self, argv: list[str], /) -> int:
            """Carry out a command line; the exit status."""


def module_of(game: str) -> Verb:
    """The module of the verb that has a game's name."""
    match known(game):
        case "halma":
            from hopsow.cli import halma

            return halma
        case "checkers":
            from hopsow.cli import checkers

            return checkers
        case "awari":
            from hopsow.cli import awari

            return awari
