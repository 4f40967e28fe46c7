"""`hopsow new`: a starter program in the format of its course."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict
from pathlib import Path

from hopsow.cli.arguments import add_json, examples, game_named, plain_parser
from hopsow.games import GAMES
from hopsow.starters import LANGUAGES, Starter, write


def run(argv: list[str]) -> int:
    """Write the folder, and say what to do there."""
    arguments = plain_parser(
        "new", "Write a starter: a program that plays by the rules.", examples("new")
    )
    arguments.add_argument("game", metavar="GAME", type=game_named, help=", ".join(GAMES))
    arguments.add_argument(
        "folder", metavar="DIR", nargs="?", help="where to (default: GAME-LANGUAGE)"
    )
    arguments.add_argument(
        "--language", choices=LANGUAGES, default="python", help="default: python"
    )
    add_json(arguments)
    given = arguments.parse_intermixed_args(argv)  # DIR may stand last
    folder = given.folder or f"{given.game}-{given.language}"
    starter = write(given.game, given.language, Path(folder))
    if given.json:
        print(json.dumps({**asdict(starter), "folder": str(starter.folder)}))
    else:
        print(_text(starter))
    return 0


def _text(starter: Starter) -> str:
    lines = [f"wrote {' and '.join(starter.files)} into {starter.folder}; next:"]
    lines += [f"  cd {shlex.quote(str(starter.folder))}"]
    lines += [f"  {command}" for command in starter.commands]
    lines += [f"then make choose in {starter.files[0]} better; {starter.files[-1]} says how"]
    return "\n".join(lines)
