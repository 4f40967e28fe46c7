"""`hopsow bench`: fixed searches whose node count identifies the engine's behaviour."""

from __future__ import annotations

import argparse

from hopsow import _native
from hopsow.cli.arguments import Arguments, add_json
from hopsow.games import GAMES

WHAT = """\
Search fixed positions to fixed depths, one thread. The sum of the nodes is the same on every
machine and changes only with the search or an evaluation; the speed is this machine's.
"""
EXAMPLES = """\
examples:
  hopsow bench --json
"""


def run(argv: list[str]) -> int:
    """Print nodes and speed of each game and in all."""
    arguments = Arguments(
        prog="hopsow bench",
        description=WHAT,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_json(arguments)
    given = arguments.parse_args(argv)
    results: dict[str, tuple[int, float]] = {}
    for game in GAMES:
        results[game] = _native.bench(game)
        if not given.json:
            print(_row(game, *results[game]), flush=True)
    nodes, seconds = (sum(column) for column in zip(*results.values(), strict=True))
    if given.json:
        import json

        games = {game: _figures(*figures) for game, figures in results.items()}
        print(json.dumps({"games": games, **_figures(int(nodes), seconds)}))
    else:
        print(_row("all", int(nodes), seconds))
    return 0


def _row(name: str, nodes: int, seconds: float) -> str:
    return f"{name:<10}{nodes:>12} nodes{seconds:>8.2f} s{nodes / seconds / 1e6:>8.2f} M nodes/s"


def _figures(nodes: int, seconds: float) -> dict[str, int | float]:
    return {"nodes": nodes, "seconds": round(seconds, 6), "nps": round(nodes / seconds)}
