"""`hopsow lab book make`: an opening book from searches."""

from __future__ import annotations

import json
import time

from hopsow.cli.arguments import Arguments, add_json, add_number, game_named, plain_parser
from hopsow.cli.status import StatusLine
from hopsow.files import check_writable
from hopsow.games import GAMES, Position, rule_sets, start

EXAMPLES = """\
  hopsow lab book make checkers --rules tournament --openings level --nodes 500 -o my.book
"""
WHAT = """\
Make an opening book: from the start on, search the positions that good moves lead to, the likeliest
first, and write down the best move of each. After an interruption the same command goes on.
engine:book=FILE plays by it.
"""
POSITIONS, NODES = 1000, 1_000_000
MOST_POSITIONS, MOST_NODES, MOST_THREADS = 1_000_000, 10**12, 256


def run(argv: list[str]) -> int:
    """Make the book that the arguments describe."""
    given = _arguments().parse_args(argv)
    _check(given.positions, "positions", MOST_POSITIONS)
    _check(given.nodes, "nodes", MOST_NODES)
    _check(given.threads, "threads", MOST_THREADS)
    rules = given.rules or rule_sets(given.game)[0]
    roots = _roots(given.game, rules, given.openings)
    check_writable(given.output)
    from hopsow.lab.book import Plan, expand

    plan = Plan(given.game, rules, given.positions, given.nodes)
    begun = time.monotonic()
    status = StatusLine()
    positions = expand(
        plan,
        roots,
        given.output,
        lambda done: status.show(f"{done} of {plan.positions} positions"),
        given.threads,
    )
    status.clear()
    seconds = time.monotonic() - begun
    if given.json:
        about = {"game": plan.game, "rules": plan.rules, "file": given.output}
        print(json.dumps({**about, "positions": positions, "seconds": round(seconds, 3)}))
    else:
        print(f"{given.output}: {positions} positions")
    return 0


def _check(number: int, name: str, most: int) -> None:
    if not 1 <= number <= most:
        raise ValueError(f"--{name} is {number}, expected 1 to {most}")


def _roots(game: str, rules: str, openings: str | None) -> list[Position]:
    """The start, and the position after each of the openings in a list."""
    roots = [start(game, rules)]
    if openings is not None:
        from hopsow.arena.contest.openings import positions_after

        roots += positions_after(game, rules, openings)
    return list(dict.fromkeys(roots))


def _arguments() -> Arguments:
    arguments = plain_parser("lab book", WHAT, EXAMPLES)
    arguments.add_argument("action", metavar="make", choices=("make",), help="make a book")
    arguments.add_argument("game", metavar="GAME", type=game_named, help=", ".join(GAMES))
    arguments.add_argument("--rules", metavar="R", help="rule set (default: the first)")
    arguments.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="where to write it"
    )
    arguments.add_argument(
        "--openings", metavar="O", help="begin with these, too: level, or a file of openings"
    )
    add_number(arguments, "positions", POSITIONS, "positions in the book")
    add_number(arguments, "nodes", NODES, "positions looked at for each of them")
    add_number(arguments, "threads", 1, "threads; they do not change the result")
    add_json(arguments)
    return arguments
