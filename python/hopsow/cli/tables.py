"""`hopsow tables`: build, verify, probe and list tables of exact endings."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from hopsow import tables
from hopsow._native import table_files, table_sizes
from hopsow.agents.options import whole
from hopsow.cli.arguments import (
    HERE,
    Arguments,
    add_device,
    add_json,
    add_memory,
    add_on,
    add_tables,
    examples,
    game_named,
    plain_parser,
)
from hopsow.cli.explore import add_explorer, bounds_as_json, explore_tables, in_words
from hopsow.cli.status import progress_of
from hopsow.games import GAMES, Position, facts, parse
from hopsow.tables import RESULTS, builders

MOST_SIZE = 1000


def run(argv: list[str]) -> int:
    """Do what the arguments say."""
    given = _arguments().parse_args(argv)
    folder = Path(given.tables) if given.tables else tables.default_folder()
    status: int = given.do(given, folder)
    return status


def _arguments() -> Arguments:
    lines = examples("tables", "hopsow tables list --json")
    arguments = plain_parser("tables", "Tables of exact endings.", lines)
    verbs = arguments.add_subparsers(metavar="VERB", required=True, title="verbs")
    build = _verb(verbs, "build", _build, "solve all positions up to a size")
    _add_size(build)
    add_memory(build)
    where = "where to build: the processor (cpu, the default), or as an installed package offers"
    add_device(build, builders.devices(), builders.PROCESSOR, where)
    add_on(build)
    verify = _verb(verbs, "verify", _verify, "recompute values from their successors")
    _add_size(verify)
    verify.add_argument(
        "--sample", metavar="N", type=_positive, help="check only about N positions"
    )
    probe = _verb(verbs, "probe", _probe, "value and best moves of a position")
    probe.add_argument("--position", metavar="T", required=True, help="text of a position")
    _add_rules(probe)
    explore = _verb(verbs, "explore", explore_tables, "what is known of a position, or hard ones")
    add_explorer(explore)
    _verb(verbs, "list", _list, "sizes and win/draw/loss counts of all files")
    return arguments


def _tabled() -> list[str]:
    """The games for which tables can be built."""
    return [game for game in GAMES if table_sizes(game) is not None]


def _verb(
    verbs: argparse._SubParsersAction[Arguments],
    name: str,
    do: Callable[[argparse.Namespace, Path], int],
    what: str,
) -> Arguments:
    verb = verbs.add_parser(name, help=what, description=what.capitalize() + ".")
    if name != "list":
        verb.add_argument("game", metavar="GAME", type=game_named, help=" or ".join(_tabled()))
    add_tables(verb)
    add_json(verb)
    verb.set_defaults(do=do)
    return verb


def _size(text: str) -> int:
    """A size that the core can be asked about; it knows itself which it can build."""
    try:
        return whole(0, MOST_SIZE)(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _add_size(verb: Arguments) -> None:
    verb.add_argument(
        "--size", metavar="N", type=_size, required=True, help="stones in the pits, or pieces"
    )
    _add_rules(verb)
    verb.add_argument(
        "--threads", metavar="T", type=_positive, default=os.cpu_count() or 1, help="default: all"
    )


def _add_rules(verb: Arguments) -> None:
    verb.add_argument("--rules", metavar="R", help="rule set (default: the game's first)")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return number


def _build(given: argparse.Namespace, folder: Path) -> int:
    rules, possible = tables.sizes(given.game, given.rules)
    known = tables.built_in_size(given.game, rules)
    is_built_in = given.size in possible and given.size <= known
    if is_built_in and given.tables is None:
        return _say_built_in(given, known)
    begun = time.monotonic()
    what = _named(given)
    with progress_of(f"{what} to size {given.size}") as progress:
        _solve(given, folder, progress)
    seconds = time.monotonic() - begun
    if given.json:
        about = {"game": given.game, "rules": rules, "size": given.size, "folder": str(folder)}
        print(json.dumps({**about, "seconds": round(seconds, 3)}))
    else:
        print(f"{what} to size {given.size} are in {folder} ({seconds:.1f} s)")
        if is_built_in:
            print(f"the program has them built in, too, to size {known}")
    return 0


def _solve(given: argparse.Namespace, folder: Path, progress: tables.Progress | None) -> None:
    what = (given.game, given.size, folder)
    options = {"memory": given.memory, "progress": progress, "rules": given.rules}
    if given.on == HERE:
        tables.build(*what, threads=given.threads, device=given.device, **options)
        return
    if given.device != builders.PROCESSOR:
        raise ValueError(f"--device {given.device} builds on this machine: leave out --on")
    from hopsow.arena.run import building
    from hopsow.arena.run.place import at

    with at(given.on) as place:
        building.build(place, *what, **options)


def _named(given: argparse.Namespace) -> str:
    """The tables that are meant."""
    return f"{given.game} tables" + (f" for the rules {given.rules}" if given.rules else "")


def _say_built_in(given: argparse.Namespace, known: int) -> int:
    if given.json:
        print(json.dumps({"game": given.game, "size": given.size, "built_in": known}))
    else:
        print(f"{_named(given)} to size {known} are built in: there is nothing to build")
    return 0


def _verify(given: argparse.Namespace, folder: Path) -> int:
    place = folder if given.tables or _is_there(given, folder) else None
    with progress_of(f"{_named(given)} of size {given.size}") as progress:
        wrong = tables.verify(
            *(given.game, given.size, place),
            sample=given.sample,
            threads=given.threads,
            progress=progress,
            rules=given.rules,
        )
    if wrong is not None:
        position, stored, expected = wrong
        raise ValueError(f"{position} has the value {stored}, but its moves make it {expected}")
    if given.json:
        print(json.dumps({"game": given.game, "size": given.size, "sound": True}))
    else:
        where = "" if place else " (built in)"
        print(f"{_named(given)} of size {given.size} are sound{where}")
    return 0


def _is_there(given: argparse.Namespace, folder: Path) -> bool:
    """Whether the folder has a table of the size, or has to have it since the program has none."""
    names = table_files(given.game, given.size, given.rules)
    is_built_in = given.size <= tables.built_in_size(given.game, given.rules)
    return not is_built_in or any((folder / name).exists() for name in names)


def _probe(given: argparse.Namespace, folder: Path) -> int:
    position = parse(given.game, given.position, given.rules)
    known = tables.open_tables(folder)
    worth, bounds = known.probe(position), known.bounds(position)
    if bounds is None:
        raise ValueError(_unknown(given.game, position.rules, known))
    moves = known.rank_moves(position) or []
    best = [str(move) for move, *worth in moves if worth == list(moves[0][1:])]
    if given.json:
        print(
            json.dumps(
                {
                    "game": position.game,
                    "rules": position.rules,
                    "position": str(position),
                    "result": None if worth is None else RESULTS[worth[0]],
                    "value": None if worth is None else worth[1],
                    **bounds_as_json(position, known),
                    "best": best,
                    "moves": known_moves(position, known),
                }
            )
        )
        return 0
    print(in_words(position, worth, bounds))
    for move, result, value in moves:
        print(f"  {move!s:12} {RESULTS[result]:6} {value:+d}")
    return 0


def known_moves(position: Position, known: tables.Tables) -> list[dict[str, object]]:
    """The legal moves whose ending is known, best first, as JSON has them."""
    return [
        {"move": str(move), "result": RESULTS[result], "value": value}
        for move, result, value in known.rank_moves(position) or []
    ]


def _unknown(game: str, rules: str, known: tables.Tables) -> str:
    """Why no table knows a position, and what would help."""
    if (sentence := facts(game).ending_unknown) is not None:
        return sentence
    _, possible = tables.sizes(game, rules)
    if problems := known.take_problems():
        return problems[0]
    reach = known.reach(game, rules)
    larger = possible.start if reach is None else reach + 1
    return (
        f"no table knows this position: the tables reach size {reach}; "
        f"{tables.build_command(game, larger, rules)} (or more) makes larger ones"
    )


def _list(given: argparse.Namespace, folder: Path) -> int:
    files = [("built in", file) for file in tables.built_in()]
    problems = []
    for file in tables.files(folder):
        if isinstance(file, tables.TableError):
            problems.append(str(file))
        else:
            files.append((str(folder), file))
    if given.json:
        listed = [{**file._asdict(), "folder": place} for place, file in files]
        print(json.dumps({"folder": str(folder), "tables": listed, "problems": problems}))
    else:
        print(
            f"{'table':26}{'entries':>14}{'won':>14}{'drawn':>14}{'lost':>14}{'bytes':>14}  where"
        )
        for place, file in files:
            name = f"{file.game} {file.rules} {file.name}"
            numbers = (file.entries, file.wins, file.draws, file.losses, file.bytes)
            print(f"{name:26}" + "".join(f"{number:>14,}" for number in numbers) + f"  {place}")
        for problem in problems:
            print(f"hopsow: {problem}", file=sys.stderr)
    return 2 if problems else 0
