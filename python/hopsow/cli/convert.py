"""`hopsow convert`: between the texts of a game.

What stands in a file is recognised by its first line. A file may hold many positions, lines of the
checkers pipe or records; an `input.txt` and a set-up file hold one position.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from hopsow.cli.arguments import examples, parser
from hopsow.errors import ParseError
from hopsow.files import write_atomically
from hopsow.games import parse
from hopsow.protocols import awari as awari_setup
from hopsow.protocols import checkers as checkers_pipe
from hopsow.protocols import halma as halma_files
from hopsow.records import Record
from hopsow.records.reading import parse_all
from hopsow.texts import decode, lines

FORMATS = {
    "position": "one position a line",
    "course": "Halma's input.txt, lines of the checkers pipe, Awari's set-up file",
    "record": "PDN, OGN and the like; converted to the others, a record is its last position",
}
MODE, SECONDS = "SINGLE", 100.0  # of an input.txt whose source says nothing about time


def run(argv: list[str]) -> int:
    """Read a text, write it in another format."""
    what = "Translate between the texts of a game:\n" + "".join(
        f"  {name:10}{meaning}\n" for name, meaning in FORMATS.items()
    )
    arguments = parser("convert", what, examples("convert"))
    arguments.add_argument("file", metavar="FILE", help="file to read; - is standard input")
    arguments.add_argument("--to", metavar="FORMAT", choices=FORMATS, required=True)
    arguments.add_argument(
        "--from", metavar="FORMAT", choices=FORMATS, dest="source", help="default: recognised"
    )
    arguments.add_argument("-o", metavar="FILE", dest="output", help="file to write")
    given = arguments.parse_args(argv)
    text = decode(_contents(given.file))
    source = given.source or recognise(given.game, text)
    if source == given.to == "course":
        converted = _rewritten(given.game, text, given.rules)
    else:
        converted = WRITERS[given.to](given.game, READERS[source](given.game, text, given.rules))
    if given.output is None:
        print(converted, end="")
    else:
        write_atomically(given.output, converted)
    return 0


def recognise(game: str, text: str) -> str:
    """The format of a text, judged by its first line."""
    first = text.lstrip().partition("\n")[0]
    if not first:
        raise ParseError("found the end of the text, expected a position, course format or record")
    is_numbered = first[0].isdigit() and first.lstrip("0123456789").startswith(".")
    if first[0] in "[{(;%*" or is_numbered:
        return "record"
    mark = {"halma": "/", "checkers": ":", "awari": "-"}[game]
    return "position" if mark in first else "course"


def _contents(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read()
    with open(path, "rb") as file:
        return file.read()


def _rewritten(game: str, text: str, rules: str | None) -> str:
    """A course format as it is, with what no record keeps: clock and last move."""
    if game == "halma":
        return halma_files.write_input(halma_files.parse_input(text, rules))
    if game == "awari":
        return awari_setup.write(awari_setup.parse(text, rules))
    return "".join(map(checkers_pipe.write, _pipe_states(text)))


def _from_positions(game: str, text: str, rules: str | None) -> list[Record]:
    return _by_line(text, lambda line: Record(game, rules, parse(game, line, rules)))


def _from_course(game: str, text: str, rules: str | None) -> list[Record]:
    if game == "halma":
        positions = [halma_files.parse_input(text, rules).position]
    elif game == "awari":
        positions = [awari_setup.parse(text, rules)]
    else:
        positions = [parse(game, str(state.position), rules) for state in _pipe_states(text)]
    return [Record(game, rules, position) for position in positions]


def _pipe_states(text: str) -> list[checkers_pipe.PipeState]:
    return _by_line(text, checkers_pipe.parse)


T = TypeVar("T")


def _by_line(text: str, read: Callable[[str], T]) -> list[T]:
    found = []
    for number, line in enumerate(lines(text), 1):
        try:
            found.append(read(line))
        except ParseError as error:
            raise ParseError(error.problem, number, error.column) from None
    return found


def _to_positions(game: str, records: list[Record]) -> str:
    return "".join(f"{record.position}\n" for record in records)


def _to_course(game: str, records: list[Record]) -> str:
    if game == "checkers":
        return "".join(map(_pipe_line, records))
    if len(records) != 1:
        raise ValueError(f"the file holds {len(records)} games, but the course format holds one")
    position = records[0].position
    if game == "awari":
        return awari_setup.write(position)
    task = halma_files.HalmaTask(MODE, position.to_move, SECONDS, position)
    return halma_files.write_input(task)


def _pipe_line(record: Record) -> str:
    last = str(record.moves[-1]) if record.moves else "begin"
    return checkers_pipe.write(checkers_pipe.PipeState(record.position, last))


def _to_records(game: str, records: list[Record]) -> str:
    return "\n".join(map(str, records))


READERS = {"position": _from_positions, "course": _from_course, "record": parse_all}
WRITERS = {"position": _to_positions, "course": _to_course, "record": _to_records}
