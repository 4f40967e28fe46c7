"""`hopsow export`: a package for a teaching platform."""

from __future__ import annotations

import json
from pathlib import Path

from hopsow.cli.arguments import add_json, examples, game_named, plain_parser
from hopsow.cli.grade import add_feedback, chosen
from hopsow.export import PLATFORMS, write
from hopsow.games import GAMES


def run(argv: list[str]) -> int:
    """Write the package, and say what is in it."""
    arguments = plain_parser(
        "export", "Write a package for a teaching platform.", examples("export")
    )
    arguments.add_argument(
        "platform", metavar="PLATFORM", choices=PLATFORMS, help=", ".join(PLATFORMS)
    )
    arguments.add_argument("game", metavar="GAME", type=game_named, help=", ".join(GAMES))
    arguments.add_argument(
        "-o", "--output", metavar="DIR", required=True, help="a new or an empty folder"
    )
    arguments.add_argument(
        "--exam", metavar="FILE", help="an exam of `hopsow exam make` (default: the course's)"
    )
    add_feedback(arguments)
    add_json(arguments)
    given = arguments.parse_args(argv)
    exam = chosen(given.game, None, None, given.exam)
    files = write(given.platform, exam, Path(given.output), given.feedback)
    if given.json:
        print(json.dumps({"folder": given.output, "files": files}))
        return 0
    for name in files:
        print(f"{given.output}/{name}")
    readme = next(name for name in files if name.endswith("README.md"))
    print(f"{given.output}/{readme} says what to do with it")
    return 0
