"""`hopsow convert`: between the texts of a game.

A file may hold many positions, lines of a pipe or records; some course formats hold one position.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Sequence
from functools import partial

from hopsow.cli.arguments import contents, examples, parser
from hopsow.exchange import (
    COURSE,
    FORMATS,
    GIF,
    PICTURES,
    PNG,
    POSITION,
    RECORD,
    SVG,
    Found,
    convert,
    picture,
    read,
)
from hopsow.files import check_writable, write_atomically
from hopsow.games import GAMES, facts
from hopsow.messages import Message

OTHER_NAMES = {
    **dict.fromkeys(("fen", "setup", "board"), POSITION),
    **dict.fromkeys(("pipe", "input", "input.txt", "board.txt", "set-up"), COURSE),
    **dict.fromkeys(("pdn", "ogn", "pgn", "game"), RECORD),
}


def run(argv: list[str]) -> int:
    """Read a text, write it in another format."""
    what = "Translate between the texts of a game:\n" + "".join(
        f"  {name:10}{meaning}\n" for name, meaning in _meanings().items()
    )
    arguments = parser("convert", what, examples("convert"))
    arguments.add_argument("file", metavar="FILE", help="file to read; - is standard input")
    arguments.add_argument(
        "--to", metavar="FORMAT", type=partial(_format, (*FORMATS, *PICTURES)), required=True
    )
    arguments.add_argument(
        "--from",
        metavar="FORMAT",
        type=partial(_format, FORMATS),
        dest="source",
        help="default: recognised",
    )
    arguments.add_argument("-o", metavar="FILE", dest="output", help="file to write")
    given = arguments.parse_args(argv)
    text = contents(given.file)
    if given.to in PICTURES:
        if given.source is not None:
            raise ValueError("--from goes with texts: what a picture is made of is recognised")
        return _draw(read(text, given.game, given.rules), given.to, given.output)
    converted = convert(text, given.game, given.to, given.rules, given.source)
    if given.output is None:
        print(converted, end="")
    else:
        write_atomically(given.output, converted)
    return 0


def _format(known: Sequence[str], name: str) -> str:
    """A format of this verb; the names that other programs use lead to it."""
    if name not in known:
        ours = OTHER_NAMES.get(name.lower())
        expected = f"which is called {ours} here" if ours else f"expected {', '.join(known)}"
        raise ArgumentTypeError(f"found {name!r}, {expected}")
    return name


def _draw(source: Found, form: str, path: str | None) -> int:
    if len(source.records) != 1:
        raise ValueError(f"the file holds {len(source.records)} games, but a picture shows one")
    if path is not None:
        check_writable(path)
        write_atomically(path, picture(source.record, form))
    elif form == SVG:
        print(picture(source.record, form).decode(), end="")
    else:
        raise ValueError(f"--to {form} needs a file: -o FILE")
    return 0


def _meanings() -> dict[str, str]:
    courses = (f"{facts(game).title}: {Message(f'{game}.course-format')}" for game in GAMES)
    return {
        POSITION: "one position a line",
        COURSE: f"the format of the game's course ({', '.join(courses)})",
        RECORD: "PDN, OGN and the like; converted to the others, a record is its last position",
        f"{SVG}, {PNG}": "a picture of the last position",
        GIF: "all positions of one game, one after the other",
    }
