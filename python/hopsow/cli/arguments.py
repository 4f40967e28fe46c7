"""What the verbs' arguments have in common."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from hopsow.errors import ParseError
from hopsow.files import limited, read_small
from hopsow.games import GAMES, Position, facts, parse, rule_sets, start
from hopsow.records import Record

HERE = "here"
UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


class Arguments(argparse.ArgumentParser):
    """A parser that raises its complaints, so that they reach the user as one sentence."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message} (see {self.prog} --help)")


def examples(verb: str, *others: str) -> str:
    """The examples of a verb's help: each game's own, then others."""
    own = [line for game in GAMES for line in facts(game).examples.get(verb, ())]
    return "".join(f"  {line}\n" for line in (*own, *others))


def plain_parser(verb: str, what: str, examples: str) -> Arguments:
    """The parser of any verb."""
    return Arguments(
        prog=f"hopsow {verb}",
        description=what,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def parser(verb: str, what: str, examples: str) -> Arguments:
    """The parser of a verb that is about a game."""
    arguments = plain_parser(verb, what, examples)
    arguments.add_argument("game", metavar="GAME", type=game_named, help=", ".join(GAMES))
    arguments.add_argument("--rules", metavar="R", help=_rules())
    return arguments


def add_position(arguments: Arguments) -> None:
    """Let a position be given; the start otherwise."""
    arguments.add_argument(
        "--position", metavar="T", help="text of a position (default: the start)"
    )


def add_moves(arguments: Arguments) -> None:
    """Let moves be played from the position."""
    arguments.add_argument(
        "moves", metavar="MOVE", nargs="*", default=[], help="moves to play first"
    )


def contents(path: str) -> bytes:
    """What is in a file that people write; `-` is standard input."""
    try:
        return limited(sys.stdin.buffer) if path == "-" else read_small(path)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def check_folder(path: str) -> None:
    """Refuse a file in whose folder nothing can be written, before hours of work and not after."""
    directory = os.path.dirname(path) or "."
    if not os.access(directory, os.W_OK):
        raise ValueError(f"{path}: nothing can be written to {directory}")


def add_agent(arguments: Arguments) -> None:
    """Let an agent be named; a command is a program in the format of its course."""
    arguments.add_argument(
        "agent",
        metavar="AGENT",
        help="a command in the course's format, or cmd:…, ugi:…, py:MODULE:CLASS, …",
    )


def add_number(arguments: Arguments, name: str, default: int, what: str) -> None:
    """An option that is a whole number."""
    arguments.add_argument(
        f"--{name}", metavar="N", type=int, default=default, help=f"{what} (default: {default})"
    )


def add_memory(arguments: Arguments) -> None:
    """Let the memory be limited."""
    arguments.add_argument(
        "--memory", metavar="LIMIT", type=_bytes, help="most bytes to use, such as 2G or 600M"
    )


def _bytes(text: str) -> int:
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
    try:
        return int(float(number) * UNITS[unit])
    except (ValueError, KeyError, OverflowError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an amount of memory, such as 2G"
        ) from None


def add_sandbox(arguments: argparse._ActionsContainer, default: str | None) -> None:
    """Let the sandbox be chosen, and what is visible in it; None leaves the choice to a file."""
    from hopsow.arena.process.sandbox import CHOICES

    words = f"default: {default}" if default else "instead of what the file says (default: require)"
    arguments.add_argument("--sandbox", choices=CHOICES, default=default, help=words)
    add_show(arguments)


def add_show(arguments: argparse._ActionsContainer) -> None:
    """Let paths be named that programs see in the sandbox."""
    arguments.add_argument(
        "--show",
        metavar="PATH",
        action=_Show,
        help="a folder or file that programs can read in the sandbox, beside their own; repeatable",
    )


class _Show(argparse.Action):
    """Hands a path to this process and to all that play games for it."""

    def __call__(self, parser: object, given: object, value: object, option: object = None) -> None:
        from hopsow.arena.process.runtimes import SHOW

        path = os.path.abspath(str(value))
        if not os.path.exists(path):
            raise argparse.ArgumentError(self, f"{value}: no such file or folder")
        before = os.environ.get(SHOW)
        os.environ[SHOW] = path if before is None else f"{before}{os.pathsep}{path}"


def add_device(
    arguments: Arguments, devices: Sequence[str], default: str | None, what: str
) -> None:
    """Let the device be chosen on which the work is done."""
    arguments.add_argument("--device", choices=devices, default=default, help=what)


def add_on(arguments: Arguments) -> None:
    """Let the work be done elsewhere."""
    arguments.add_argument(
        "--on",
        metavar="PLACE",
        type=_place,
        default=HERE,
        help="here (default), or ray[:ADDRESS] for the machines of a cluster, see docs/cluster.md",
    )


def _place(name: str) -> str:
    from hopsow.arena.run.place import check

    try:
        check(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


def warn_without_sandbox(file: str | os.PathLike[str], chosen: str, given: str | None) -> None:
    """Say that a file, and not the command line, turned the sandbox off."""
    if chosen == "off" and given is None:
        problem = "turns the sandbox off: its programs can do whatever you can"
        print(f"hopsow: {os.fspath(file)} {problem}", file=sys.stderr)


def add_tables(arguments: Arguments) -> None:
    """Let the folder with tables be named."""
    arguments.add_argument(
        "--tables", metavar="DIR", help="folder (default: HOPSOW_TABLES, or the platform's)"
    )


def add_json(arguments: Arguments) -> None:
    """Let the result be printed for programs."""
    arguments.add_argument("--json", action="store_true", help="print one JSON object")


def position(given: argparse.Namespace) -> Position:
    """The position that the arguments name."""
    if given.position is None:
        return start(given.game, given.rules)
    return parse(given.game, given.position, given.rules)


def record(given: argparse.Namespace) -> Record:
    """The game that the arguments tell: a position and the moves from it."""
    played = Record(given.game, given.rules, position(given))
    for move in given.moves:
        _play(played, move)
    return played


def _play(played: Record, move: str) -> None:
    """Play a move; an error says which of the moves it is about."""
    try:
        played.play(move)
    except ParseError as error:
        if _is_position(played.game, move):
            raise ValueError(f"{move} is a position: give it after --position") from None
        raise ValueError(f"{move}: {error.problem}") from None
    except ValueError as error:
        raise ValueError(f"{move}: {error}") from None


def _is_position(game: str, text: str) -> bool:
    try:
        parse(game, text)
    except ValueError:
        return False
    return True


def game_named(name: str) -> str:
    """The name of a game, as an argument."""
    try:
        rule_sets(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


def _rules() -> str:
    sets = [f"{game}: {' or '.join(rule_sets(game))}" for game in GAMES]
    return "rule set; " + ", ".join(sets) + " (default: the first)"
