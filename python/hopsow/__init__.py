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
    IllegalMoveError,
    LegalMoves,
    Move,
    Outcome,
    ParseError,
    Playouts,
    Position,
    divide,
    parse,
    perft,
    playouts,
    rule_sets,
    sides,
    start,
)
from hopsow.records import Record

__all__ = [
    "GAMES",
    "AmbiguousMoveError",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "ParseError",
    "Playouts",
    "Position",
    "Record",
    "__version__",
    "divide",
    "parse",
    "perft",
    "playouts",
    "rule_sets",
    "sides",
    "start",
]
