"""The texts of checkers: how they are recognised, and lines of the pipe as a text of games."""

from __future__ import annotations

from hopsow.games import parse
from hopsow.protocols import checkers as pipe
from hopsow.records import Record
from hopsow.texts import by_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

POSITION_MARK = ":"


def is_position(first: str) -> bool:
    """Whether a first line looks like a position."""
    return first[:2] in ("B:", "W:")


def is_course(first: str) -> bool:
    """Whether a first line looks like one of the pipe."""
    board, blank, _ = first.partition(" ")
    return bool(blank) and len(board) == pipe.CELLS


def read_game(text: str, rules: str | None) -> Record:
    """Lines of the pipe: a game where each follows from the one before, else the last position."""
    states = by_line(text.strip(), pipe.parse)
    record = Record("checkers", None, states[0].position)
    for state in states[1:]:
        if state.is_end:
            break
        try:
            record.play(state.last)
        except ValueError:
            return Record("checkers", None, states[-1].position)
    return record


def read_course(text: str, rules: str | None) -> list[Record]:
    """The position of each line."""
    states = by_line(text, pipe.parse)
    return [
        Record("checkers", rules, parse("checkers", str(state.position), rules)) for state in states
    ]


def write_course(records: Sequence[Record]) -> str:
    """A line for the last position of each game."""
    return "".join(map(_line, records))


def rewrite_course(text: str, rules: str | None) -> str:
    """Lines of the pipe with their own last moves."""
    return "".join(map(pipe.write, by_line(text, pipe.parse)))


def _line(record: Record) -> str:
    last = str(record.moves[-1]) if record.moves else None
    return pipe.write(pipe.asking(record.position, last))
