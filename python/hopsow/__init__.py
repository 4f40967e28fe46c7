"""Halma, English checkers and Awari: exact rules, fast.

>>> import hopsow
>>> position = hopsow.start("checkers").play("11-15")
>>> position.to_move
'white'
>>> hopsow.perft(position, 4)
860
"""

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

# Nothing is imported before it is asked for: an agent that starts anew for every move pays for
# whatever its process imports.
_ROOMS = {
    "Record": "hopsow.records",
    "__version__": "hopsow._native",
    "play_match": "hopsow.arena.results.match",
    "review": "hopsow.analysis.review",
}
_MODULES = ("agents", "draw", "tables")


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"hopsow.{name}")
    value = globals()[name] = getattr(import_module(_ROOMS.get(name, "hopsow.games")), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
