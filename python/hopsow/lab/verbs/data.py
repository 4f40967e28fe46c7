"""`hopsow lab data`: positions from self-play, to learn from."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from hopsow.cli.arguments import (
    HERE,
    Arguments,
    add_json,
    add_number,
    add_on,
    parser,
)
from hopsow.cli.status import StatusLine
from hopsow.games import rule_sets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.lab.learning.values import data

EXAMPLES = """\
  hopsow lab data checkers --games 20 --nodes 100 -o games
  hopsow lab data awari --games 20 --seed 7 --threads 2 -o more-games --json
"""
WHAT = """\
Let the engine play itself and write down the positions that it searches, each with its score and
the result of the game. The same options give the same files, wherever the games are played and by
however many threads; after an interruption the same command goes on. hopsow lab train learns from
the folder.
"""
GAMES_PLAYED, NODES, NOISE, SEED = 10_000, 400, 12, 1


def run(argv: list[str]) -> int:
    """Carry out the plan that the arguments describe."""
    given = _arguments().parse_args(argv)
    from hopsow.lab.learning.values import data

    rules = given.rules or rule_sets(given.game)[0]
    plan = data.Plan(
        given.game,
        rules,
        given.games,
        given.nodes,
        given.noise,
        given.seed,
        given.net,
        given.level,
        given.adjudicate,
        _openings(given.game, rules, given.openings, given.level),
    )
    begun = time.monotonic()
    status = StatusLine()
    with _working(given.on) as work:
        positions = data.make(
            plan,
            given.output,
            given.threads,
            lambda done: status.show(f"{done} of {plan.games} games"),
            work,
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


def _openings(game: str, rules: str, text: str | None, level: int) -> tuple[str, ...]:
    """The positions to begin with, as texts; none for random plies."""
    if text is None:
        return ()
    if level:
        raise ValueError("--level chooses among random beginnings: leave it out with --openings")
    from hopsow.arena.contest.openings import positions_after

    return tuple(map(str, positions_after(game, rules, text)))


@contextmanager
def _working(on: str) -> Iterator[data.Work | None]:
    """What plays the games, if it is not this process."""
    if on == HERE:
        yield None
        return
    from hopsow.arena.run.place import at
    from hopsow.lab.learning.values import elsewhere

    with at(on) as place:
        yield partial(elsewhere.play, place)


def _arguments() -> Arguments:
    arguments = parser("lab data", WHAT, EXAMPLES)
    arguments.add_argument(
        "-o", metavar="DIR", dest="output", required=True, help="folder to write"
    )
    add_number(arguments, "games", GAMES_PLAYED, "games to play")
    add_number(arguments, "nodes", NODES, "positions looked at for a move, on average")
    add_number(arguments, "noise", NOISE, "one move in N is random, up to ply 40; 0 for none")
    begin = "begin anew where the first search says over N hundredths; 0 for never"
    add_number(arguments, "level", 0, begin)
    end = "end games where searches agree on N hundredths, or on a draw; 0 for never"
    add_number(arguments, "adjudicate", 0, end)
    arguments.add_argument(
        "--openings",
        metavar="O",
        help="begin with these in turn: start, level or a file (default: random moves)",
    )
    add_number(arguments, "seed", SEED, "seed of all randomness")
    add_number(arguments, "threads", 1, "threads; they do not change the result")
    arguments.add_argument("--net", metavar="FILE", help="net to judge by (default: the built-in)")
    add_on(arguments)
    add_json(arguments)
    return arguments
