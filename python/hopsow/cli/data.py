"""`hopsow data`: positions from self-play, to learn from."""

from __future__ import annotations

import json
import time

from hopsow.cli.arguments import Arguments, add_json, add_number, examples, parser
from hopsow.cli.status import StatusLine
from hopsow.games import rule_sets

WHAT = """\
Let the engine play itself and write down the positions that it searches, each with its score and
the result of the game. The same options give the same files, whatever the number of threads; after
an interruption the same command goes on. hopsow train learns from the folder.
"""
GAMES_PLAYED, NODES, NOISE, SEED = 10_000, 400, 12, 1


def run(argv: list[str]) -> int:
    """Carry out the plan that the arguments describe."""
    given = _arguments().parse_args(argv)
    from hopsow.nets import data

    rules = given.rules or rule_sets(given.game)[0]
    plan = data.Plan(
        given.game, rules, given.games, given.nodes, given.noise, given.seed, given.net
    )
    begun = time.monotonic()
    status = StatusLine()
    positions = data.make(
        plan,
        given.output,
        given.threads,
        lambda done: status.show(f"{done} of {plan.games} games"),
    )
    status.clear()
    seconds = time.monotonic() - begun
    if given.json:
        about = {"game": plan.game, "rules": plan.rules, "folder": given.output}
        done = {"games": plan.games, "positions": positions, "seconds": round(seconds, 3)}
        print(json.dumps({**about, **done}))
    else:
        print(f"{plan.games} games with {positions} positions are in {given.output}")
    return 0


def _arguments() -> Arguments:
    arguments = parser("data", WHAT, examples("data"))
    arguments.add_argument(
        "-o", metavar="DIR", dest="output", required=True, help="folder to write"
    )
    add_number(arguments, "games", GAMES_PLAYED, "games to play")
    add_number(arguments, "nodes", NODES, "positions looked at for a move, on average")
    add_number(arguments, "noise", NOISE, "one move in N is random, up to ply 40; 0 for none")
    add_number(arguments, "seed", SEED, "seed of all randomness")
    add_number(arguments, "threads", 1, "threads; they do not change the result")
    arguments.add_argument("--net", metavar="FILE", help="net to judge by (default: the built-in)")
    add_json(arguments)
    return arguments
