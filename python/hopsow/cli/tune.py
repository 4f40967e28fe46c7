"""`hopsow tune`: fit the weights of a game's evaluation to the results of self-play."""

from __future__ import annotations

import argparse
import sys

from hopsow._native import tune
from hopsow.cli.arguments import (
    HERE,
    Arguments,
    add_json,
    add_number,
    add_on,
    check_folder,
    examples,
    game_named,
    plain_parser,
)
from hopsow.files import write_atomically
from hopsow.games import GAMES

WHAT = """\
Let the engine play itself from random openings, fit the weights of its evaluation to the results,
and repeat that with the new weights. The same options give the same file, wherever the games are
played.
"""
GAMES_PLAYED, GENERATIONS, NODES, SEED = 4000, 2, 400, 1


def run(argv: list[str]) -> int:
    """Carry out the plan that the arguments describe and write the weights."""
    given = _arguments().parse_args(argv)
    check_folder(given.output)
    weights, positions, before, after = _fitted(given)
    write_atomically(given.output, weights)
    if given.json:
        import json

        fit = {"positions": positions, "loss_before": before, "loss_after": after}
        print(json.dumps({"game": given.game, "file": given.output, **fit}))
    else:
        print(f"{positions} positions, loss {before:.5f} before and {after:.5f} after the last fit")
        print(f"{given.output}: {len(weights) // 2} weights")
    return 0


def _fitted(given: argparse.Namespace) -> tuple[bytes, int, float, float]:
    plan = (given.games, given.generations, given.nodes, given.seed)
    show = _show_share if sys.stderr.isatty() else None
    if given.on == HERE:
        return tune(given.game, *plan, given.threads, show)
    from hopsow.arena.run import tuning
    from hopsow.arena.run.place import at

    with at(given.on, is_resumed=False) as place:
        return tuning.tune(place, given.game, plan, show)


def _arguments() -> Arguments:
    arguments = plain_parser("tune", WHAT, examples("tune"))
    arguments.add_argument("game", metavar="GAME", type=game_named, help=", ".join(GAMES))
    arguments.add_argument("-o", metavar="FILE", dest="output", required=True, help="file to write")
    add_number(arguments, "games", GAMES_PLAYED, "games of each generation")
    add_number(arguments, "generations", GENERATIONS, "how many times to play and fit")
    add_number(arguments, "nodes", NODES, "nodes searched for each move")
    add_number(arguments, "seed", SEED, "seed of all randomness")
    add_number(arguments, "threads", 1, "threads; they do not change the result")
    add_on(arguments)
    add_json(arguments)
    return arguments


def _show_share(share: float) -> None:
    end = "\n" if share >= 1 else ""
    print(f"\r{share:6.1%} of the games", end=end, file=sys.stderr, flush=True)
