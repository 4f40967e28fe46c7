"""The one list of games, and what this package has for each of them.

`GameName` is the list: once it has another name, mypy reports every table of every package that
lacks the game, and every member that a module in such a table lacks. Modules called `by_game` hold
these tables; no other shared module names a game.
"""

from __future__ import annotations

from hopsow._native import GAMES, rule_sets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, Protocol

    from hopsow._native import Move, Position
    from hopsow.games.contract import Facts

    GameName = Literal["halma", "checkers", "awari"]

    class GameModule(Protocol):
        """The facts about a game and the names of its squares; `hopsow.games` explains each.

        A square is counted as the game counts it: by a number, or by column and row.
        """

        FACTS: Facts

        def size_of(self, position: Position, /) -> int: ...
        def canonical(self, position: Position, /) -> tuple[str, tuple[int, ...]]: ...
        def seen(self, move: Move, view: int, /) -> str: ...
        def name_of(self, square: Any, /) -> str: ...
        def square_named(self, name: str, /) -> Any: ...


_imported: dict[str, GameModule] = {}


def known(game: str) -> GameName:
    """The game of a name; a ValueError says which games there are."""
    rule_sets(game)
    assert game in GAMES, "a game that has rules is listed"
    return game


def module_of(game: str) -> GameModule:
    """The module of a game, imported when it is first asked for: agents start for every move."""
    found = _imported.get(game)
    if found is None:
        found = _imported[game] = _module(known(game))
    return found


def _module(game: GameName) -> GameModule:
    match game:
        case "halma":
            from hopsow.games import halma

            return halma
        case "checkers":
            from hopsow.games import checkers

            return checkers
        case "awari":
            from hopsow.games import awari

            return awari
