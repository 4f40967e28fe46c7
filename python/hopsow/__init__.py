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
    "rule_sets",
    "search",
    "sides",
    "start",
    "unit",
]
