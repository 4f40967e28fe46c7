"""Halma, English checkers and Awari: exact rules, fast.

>>> import hopsow
>>> position = hopsow.start("checkers").play("11-15")
>>> position.to_move
'white'
>>> hopsow.perft(position, 4)
860
"""

from hopsow._native import __version__
from hopsow.games import (
    GAMES,
    AmbiguousMoveError,
    Engine,
    IllegalMoveError,
    LegalMoves,
    Line,
    Move,
    Outcome,
    ParseError,
    Playouts,
    Position,
    Report,
    divide,
    illegal_kinds,
    minimax,
    parse,
    perft,
    playouts,
    rule_sets,
    search,
    sides,
    start,
    unit,
)
from hopsow.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.analysis.review import review
else:

    def __getattr__(name: str) -> object:
        """`review` brings the engine along, which whoever imports the rules should not wait for."""
        if name == "review":
            from hopsow.analysis.review import review

            return review
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "GAMES",
    "AmbiguousMoveError",
    "Engine",
    "IllegalMoveError",
    "LegalMoves",
    "Line",
    "Move",
    "Outcome",
    "ParseError",
    "Playouts",
    "Position",
    "Record",
    "Report",
    "__version__",
    "divide",
    "illegal_kinds",
    "minimax",
    "parse",
    "perft",
    "playouts",
    "review",
    "rule_sets",
    "search",
    "sides",
    "start",
    "unit",
]
