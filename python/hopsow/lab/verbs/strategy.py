"""`hopsow lab strategy`: make and verify strategies that hold a result against every reply."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

from hopsow import tables
from hopsow._native import verify_strategy
from hopsow.cli.arguments import (
    Arguments,
    add_device,
    add_json,
    add_memory,
    add_number,
    add_tables,
    game_named,
    plain_parser,
)
from hopsow.cli.status import StatusLine
from hopsow.files import check_writable, write_atomically
from hopsow.games import rule_sets, sides
from hopsow.lab.strategy import make
from hopsow.lab.verbs.torch import DEVICES
from hopsow.tables import RESULTS, strategy

EXAMPLES = """\
  hopsow lab strategy make awari --below 10 -o one.strategy
  hopsow lab strategy verify one.strategy --json
"""
WHAT = """\
A player that cannot lose: one move for every position that can come about while its side follows
them, whatever the other side plays. Tables take over where few stones are left."""
MOST_PER_PIT, MOST_BELOW = 4, 48
BELOW = 12  # what the program has built in


def run(argv: list[str]) -> int:
    """Do what the arguments say."""
    given = _arguments().parse_args(argv)
    folder = Path(given.tables) if given.tables else tables.default_folder()
    status: int = given.do(given, folder)
    return status


def _make(given: argparse.Namespace, folder: Path) -> int:
    per_pit, below = given.stones_per_pit, given.below
    if not 1 <= per_pit <= MOST_PER_PIT:
        raise ValueError(f"--stones-per-pit {per_pit}: expected 1 to {MOST_PER_PIT}")
    if not 0 <= below <= MOST_BELOW:
        raise ValueError(f"--below {below}: expected 0 to {MOST_BELOW}")
    if given.side not in (None, *sides(given.game)):
        raise ValueError(f"--side {given.side}: expected {' or '.join(sides(given.game))}")
    rules = given.rules or rule_sets(given.game)[0]
    check_writable(given.output)
    begun = time.monotonic()
    with _Counting() as progress:
        made = make(
            *(given.game, per_pit, rules, tables.open_tables(folder)),
            below=below,
            side=given.side,
            progress=progress,
            device=given.device,
            folder=folder,
            memory=given.memory,
        )
    write_atomically(given.output, made.content())
    seconds = time.monotonic() - begun
    if given.json:
        print(json.dumps({**_about(given.output, made), "seconds": round(seconds, 3)}))
    else:
        print(f"{given.output}: {_in_words(made)} ({seconds:.1f} s)")
    return 0


def _verify(given: argparse.Namespace, folder: Path) -> int:
    read = strategy.read(given.file)
    known = tables.open_tables(folder)
    reach = known.reach(read.game) or 0
    if reach < read.below:
        raise ValueError(
            f"{given.file} leaves positions of up to {read.below} to tables, and they reach "
            f"{reach}: {tables.build_command(read.game, read.below)}"
        )
    begun = time.monotonic()
    try:
        with _Counting() as progress:
            positions, replies, leaves, ends = verify_strategy(read, known, progress)
    except ValueError as error:
        raise ValueError(f"{given.file}: {error}") from None
    seconds = time.monotonic() - begun
    if given.json:
        counts = {"replies": replies, "leaves": leaves, "ends": ends}
        about = {**_about(given.file, read), **counts, "sound": True}
        print(json.dumps({**about, "seconds": round(seconds, 3)}))
    else:
        print(
            f"{given.file} holds: {_in_words(read)}\n"
            f"{replies:,} replies played to {positions:,} moves, {leaves:,} endings confirmed by "
            f"tables of up to {read.below}, {ends:,} ends ({seconds:.1f} s)"
        )
    return 0


def _about(path: str, made: strategy.Strategy) -> dict[str, object]:
    return {
        "file": path,
        "game": made.game,
        "rules": made.rules,
        "start": made.start,
        "below": made.below,
        "promises": {after or "start": RESULTS[result] for after, result in made.promises},
        "positions": len(made),
        "bytes": len(made.content()),
    }


def _in_words(made: strategy.Strategy) -> str:
    """What it promises, and how large it is."""
    promises = ", ".join(
        f"{after or 'the start'} {RESULTS[result]}" for after, result in made.promises
    )
    size = tables.amount(len(made.content()))
    return f"{promises} for the side to move after it; {len(made):,} positions, {size}"


class _Counting:
    """A status line that says how many positions there are so far, once it is entered."""

    def __enter__(self) -> Callable[[int, int], None]:
        self._line = StatusLine()
        return lambda size, positions: self._line.show(f"size {size}: {positions:,} positions")

    def __exit__(self, *_: object) -> None:
        self._line.clear()


def _arguments() -> Arguments:
    arguments = plain_parser("lab strategy", WHAT, EXAMPLES)
    verbs = arguments.add_subparsers(metavar="VERB", required=True, title="verbs")
    making = _verb(verbs, "make", _make, "draw a strategy from tables that know the whole game")
    making.add_argument("game", metavar="GAME", type=game_named, help="the game")
    making.add_argument("-o", "--output", metavar="FILE", required=True, help="where to write it")
    making.add_argument("--rules", metavar="R", help="rule set (default: the first)")
    add_number(making, "stones-per-pit", 1, "stones in each pit at the start")
    add_number(making, "below", BELOW, "leave positions of up to N stones to tables")
    making.add_argument("--side", metavar="S", help="only for this side (default: both)")
    where = "what solves that tables do not know: nothing (cpu, the default) or a card (cuda)"
    add_device(making, DEVICES, DEVICES[0], where)
    add_memory(making)
    verify = _verb(verbs, "verify", _verify, "play every reply against a strategy")
    verify.add_argument("file", metavar="FILE", help="the strategy")
    return arguments


def _verb(
    verbs: argparse._SubParsersAction[Arguments],
    name: str,
    do: Callable[[argparse.Namespace, Path], int],
    what: str,
) -> Arguments:
    verb = verbs.add_parser(name, help=what, description=what.capitalize() + ".")
    add_tables(verb)
    add_json(verb)
    verb.set_defaults(do=do)
    return verb
