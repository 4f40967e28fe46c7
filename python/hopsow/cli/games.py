"""`hopsow games`: take in games from files, and show what was played in a position."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from hopsow.cli import INTERRUPTED
from hopsow.cli.arguments import (
    Arguments,
    add_json,
    add_moves,
    add_number,
    add_position,
    examples,
    game_named,
    plain_parser,
    record,
)
from hopsow.cli.interruption import Interruption
from hopsow.cli.printable import printable
from hopsow.cli.status import StatusLine
from hopsow.files import open_regular
from hopsow.games import GAMES
from hopsow.library import explorer, intake
from hopsow.library.played import Played

NAMED = 10  # of the broken games of a file
MOST_JOBS = 64
DEFAULT = "(default: HOPSOW_GAMES, or the platform's)"


def run(argv: list[str]) -> int:
    """Do what the arguments say."""
    given = _arguments().parse_args(argv)
    status: int = given.do(given)
    return status


def _arguments() -> Arguments:
    lines = "  hopsow games import games.pdn\n" + examples("games")
    arguments = plain_parser("games", "Games from files, and what was played in them.", lines)
    verbs = arguments.add_subparsers(metavar="VERB", required=True, title="verbs")
    _add_import(
        verbs.add_parser(
            "import",
            help="take in the games of files",
            description="Take in the games of files: records, many in a file, lines of a course, "
            "a referee's evidence. Games that are in already are not counted again, so that a "
            "command that was interrupted goes on when it is given again. Broken games are named "
            "and skipped, and the exit status is 1.",
        )
    )
    _add_show(
        verbs.add_parser(
            "show",
            help="what was played in a position",
            description="What was played in a position, and how these games ended for the side "
            "to move. Positions that are the same turned about or mirrored count too.",
        )
    )
    return arguments


def _add_import(verb: Arguments) -> None:
    verb.add_argument("files", metavar="FILE", nargs="+", help="file to read; - is standard input")
    verb.add_argument("--into", metavar="DB", help=f"file of counts {DEFAULT}")
    verb.add_argument("--rules", metavar="R", help="rule set where no tag names one")
    verb.add_argument(
        "--plies",
        metavar="N",
        type=int,
        help=f"how much of each game a new DB counts (default: {explorer.PLIES})",
    )
    add_number(verb, "jobs", intake.JOBS, "processes that read")
    add_json(verb)
    verb.set_defaults(do=_import)


def _add_show(verb: Arguments) -> None:
    verb.add_argument("game", metavar="GAME", type=game_named, help=", ".join(GAMES))
    add_moves(verb)
    add_position(verb)
    verb.add_argument("--rules", metavar="R", help="rule set (default: the game's first)")
    verb.add_argument("--from", metavar="DB", dest="source", help=f"file of counts {DEFAULT}")
    add_json(verb)
    verb.set_defaults(do=_show)


def _import(given: argparse.Namespace) -> int:
    if given.plies is not None and not 1 <= given.plies <= explorer.MOST_PLIES:
        raise ValueError(f"--plies {given.plies}: expected 1 to {explorer.MOST_PLIES}")
    if not 1 <= given.jobs <= MOST_JOBS:
        raise ValueError(f"--jobs {given.jobs}: expected 1 to {MOST_JOBS}")
    target = explorer.Explorer(given.into or explorer.default_path())
    interruption = Interruption(lambda: None)
    with interruption:
        results = [
            (name, _take(name, target, given, interruption))
            for name in given.files
            if not interruption.has_come
        ]
    games, plies = target.size()
    if given.json:
        print(
            json.dumps({"into": str(target.path), "games": games, "files": [*map(_file, results)]})
        )
    else:
        for name, taken in results:
            print(printable(f"{name}: {_in_words(taken)}"))
        print(f"{target.path}: the first {plies} plies of {_counted(games)}")
    if interruption.has_come:
        print("hopsow: interrupted; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED
    return int(any(taken.broken for _, taken in results))


def _take(
    name: str, target: explorer.Explorer, given: argparse.Namespace, interruption: Interruption
) -> intake.Taken:
    status = StatusLine()

    def take(file: BinaryIO) -> intake.Taken:
        return intake.take_in(
            file,
            target,
            rules=given.rules,
            plies=given.plies,
            jobs=given.jobs,
            progress=lambda taken: status.show(f"{name}: {_in_words(taken)}"),
            is_stopped=lambda: interruption.has_come,
        )

    try:
        if name == "-":
            taken = take(sys.stdin.buffer)
        else:
            with _opened(name) as file:
                taken = take(file)
    finally:
        status.clear()
    for broken in taken.broken[:NAMED]:
        place = f"line {broken.line}, column {broken.column}"
        print(printable(f"hopsow: {name}, {place}: {broken.problem}"), file=sys.stderr)
    if len(taken.broken) > NAMED:
        print(printable(f"hopsow: {name}: {len(taken.broken) - NAMED} more"), file=sys.stderr)
    return taken


def _opened(name: str) -> BinaryIO:
    try:
        return open_regular(name)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _in_words(taken: intake.Taken) -> str:
    known = f", {taken.known} known already" if taken.known else ""
    broken = f", {len(taken.broken)} broken" if taken.broken else ""
    return f"{_counted(taken.games, 'new ')}{known}{broken}"


def _counted(games: int, what: str = "") -> str:
    return f"{games} {what}{'game' if games == 1 else 'games'}"


def _file(result: tuple[str, intake.Taken]) -> dict[str, Any]:
    name, taken = result
    broken = [asdict(each) for each in taken.broken]
    return {"file": name, "games": taken.games, "known": taken.known, "broken": broken}


def _show(given: argparse.Namespace) -> int:
    position = record(given).position
    path = Path(given.source or explorer.default_path())
    if not path.exists():
        raise ValueError(f"{path}: no games yet, hopsow games import takes them in")
    listed = explorer.Explorer(path).played(position)
    if given.json:
        about = {"game": position.game, "rules": position.rules, "position": str(position)}
        print(json.dumps({**about, "moves": [*map(_move, listed)]}))
        return 0
    print(f"{position.to_move} to move: {_counted(sum(each.counts.games for each in listed))}")
    for each in listed:
        print(_line(each))
    return 0


def _move(each: Played) -> dict[str, Any]:
    alike = [str(move) for move in each.moves[1:]]
    return {"move": str(each.moves[0]), "alike": alike, **asdict(each.counts)}


def _line(each: Played) -> str:
    counts = each.counts
    ended = f"{counts.won:6} won {counts.drawn:6} drawn {counts.lost:6} lost"
    left = f" {counts.open} without a result" if counts.open else ""
    return f"  {each.moves[0]!s:12} {counts.games:7}: {ended}{left}"
