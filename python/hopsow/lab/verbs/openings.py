"""`hopsow lab openings`: a list of openings, for matches, books and self-play."""

from __future__ import annotations

import json
from collections.abc import Iterator

from hopsow.cli.arguments import Arguments, add_json, add_number, parser
from hopsow.cli.status import StatusLine
from hopsow.files import check_writable, write_atomically
from hopsow.games import rule_sets, sides, unit
from hopsow.lab.openings import every, level

EXAMPLES = """\
  hopsow lab openings awari --plies 2 -o openings.txt
  hopsow lab openings checkers --plies 1 --within 0.5 --depth 6 -o level.txt
"""
WHAT = """\
List every position that so many plies lead to, by the moves of one way there, one opening a line;
with --within only those that a search keeps level. match --openings FILE plays them.
"""
PLIES, DEPTH = 2, 15
MOST_PLIES, MOST_DEPTH = 10, 60


def run(argv: list[str]) -> int:
    """Write the list that the arguments describe."""
    given = _arguments().parse_args(argv)
    for name, most in (("plies", MOST_PLIES), ("depth", MOST_DEPTH)):
        if not 1 <= getattr(given, name) <= most:
            raise ValueError(f"--{name} is {getattr(given, name)}, expected 1 to {most}")
    if given.within is not None and not given.within >= 0:
        raise ValueError("--within is at least 0")
    rules = given.rules or rule_sets(given.game)[0]
    check_writable(given.output)
    lines = []
    status = StatusLine()
    for line in _lines(given.game, rules, given.plies, given.within, given.depth):
        lines.append(line)
        status.show(f"{len(lines)} openings")
    status.clear()
    if not lines:
        raise ValueError("there is no such opening")
    head = f"# {given.game}, {rules}: every opening of {given.plies} plies"
    if given.within is not None:
        first = sides(given.game)[0]
        head += f" within {given.within:g} {unit(given.game)} at depth {given.depth}; for {first}"
    write_atomically(given.output, "".join(f"{line}\n" for line in (head, *lines)))
    if given.json:
        about = {"game": given.game, "rules": rules, "file": given.output}
        print(json.dumps({**about, "openings": len(lines)}))
    else:
        print(f"{given.output}: {len(lines)} openings")
    return 0


def _lines(game: str, rules: str, plies: int, within: float | None, depth: int) -> Iterator[str]:
    if within is None:
        for record in every(game, rules, plies):
            yield " ".join(map(str, record.moves))
        return
    for record, score in level(game, rules, plies, within, depth):
        yield f"{' '.join(map(str, record.moves)):24}# {score:+.2f}"


def _arguments() -> Arguments:
    arguments = parser("lab openings", WHAT, EXAMPLES)
    arguments.add_argument(
        "-o", metavar="FILE", dest="output", required=True, help="where to write it"
    )
    add_number(arguments, "plies", PLIES, "plies of each opening")
    arguments.add_argument(
        "--within", metavar="X", type=float, help="only those level to so many units of the game"
    )
    add_number(arguments, "depth", DEPTH, "depth of the search that says so")
    add_json(arguments)
    return arguments
