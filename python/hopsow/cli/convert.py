"""`hopsow convert`: between the texts of a game.

A file may hold many positions, lines of a pipe or records; some course formats hold one position.
"""

from __future__ import annotations

from hopsow.cli.arguments import contents, examples, parser
from hopsow.exchange import COURSE, FORMATS, POSITION, RECORD, convert
from hopsow.files import write_atomically
from hopsow.games import GAMES, facts


def run(argv: list[str]) -> int:
    """Read a text, write it in another format."""
    what = "Translate between the texts of a game:\n" + "".join(
        f"  {name:10}{meaning}\n" for name, meaning in _meanings().items()
    )
    arguments = parser("convert", what, examples("convert"))
    arguments.add_argument("file", metavar="FILE", help="file to read; - is standard input")
    arguments.add_argument("--to", metavar="FORMAT", choices=FORMATS, required=True)
    arguments.add_argument(
        "--from", metavar="FORMAT", choices=FORMATS, dest="source", help="default: recognised"
    )
    arguments.add_argument("-o", metavar="FILE", dest="output", help="file to write")
    given = arguments.parse_args(argv)
    text = contents(given.file)
    converted = convert(text, given.game, given.to, given.rules, given.source)
    if given.output is None:
        print(converted, end="")
    else:
        write_atomically(given.output, converted)
    return 0


def _meanings() -> dict[str, str]:
    courses = (f"{facts(game).title}: {facts(game).course_format}" for game in GAMES)
    return {
        POSITION: "one position a line",
        COURSE: f"the format of the game's course ({', '.join(courses)})",
        RECORD: "PDN, OGN and the like; converted to the others, a record is its last position",
    }
