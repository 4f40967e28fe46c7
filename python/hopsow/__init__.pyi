"""Halma, English checkers and Awari: exact rules, fast.

>>> import hopsow
>>> position = hopsow.start("checkers").play("11-15")
>>> position.to_move
'white'
>>> hopsow.perft(position, 4)
860
"""

from hopsow import agents, draw, tables
from hopsow._native import __version__
from hopsow.analysis.review import review
from hopsow.arena.results.match import play_match
from hopsow.games import (
    GAMES,
    AmbiguousMoveError,
    Batch,
    Capture,
    Crown,
    Engine,
    IllegalMoveError,
    Jump,
    LegalMoves,
    Lift,
    Line,
    Mcts,
    Move,
    Outcome,
    ParseError,
    Position,
    Report,
    Setup,
    SetupError,
    Sow,
    Step,
    Turn,
    actions,
    batch,
    divide,
    illegal_kinds,
    mcts,
    minimax,
    parse,
    perft,
    playouts,
    rule_sets,
    search,
    set_up,
    setup_kinds,
    sides,
    start,
    unit,
)
from hopsow.games.contract import Playouts
from hopsow.records import Record

__all__ = [
    "GAMES",
    "AmbiguousMoveError",
    "Batch",
    "Capture",
    "Crown",
    "Engine",
    "IllegalMoveError",
    "Jump",
    "LegalMoves",
    "Lift",
    "Line",
    "Mcts",
    "Move",
    "Outcome",
    "ParseError",
    "Playouts",
    "Position",
    "Record",
    "Report",
    "Setup",
    "SetupError",
    "Sow",
    "Step",
    "Turn",
    "__version__",
    "actions",
    "agents",
    "batch",
    "divide",
    "draw",
    "illegal_kinds",
    "mcts",
    "minimax",
    "parse",
    "perft",
    "play_match",
    "playouts",
    "review",
    "rule_sets",
    "search",
    "set_up",
    "setup_kinds",
    "sides",
    "start",
    "tables",
    "unit",
]
