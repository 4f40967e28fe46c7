"""Halma's texts: how they are recognised, and `input.txt` as a text of games."""

from __future__ import annotations

from hopsow.protocols import halma as files
from hopsow.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

POSITION_MARK = "/"
MODE, SECONDS = "SINGLE", 100.0  # of an input.txt whose source says nothing about time


def is_position(first: str) -> bool:
    """Whether a first line looks like a position."""
    return first.count("/") == files.SIZE - 1


def is_course(first: str) -> bool:
    """Whether a first line looks like an `input.txt`."""
    return first in files.MODES


def read_game(text: str, rules: str | None) -> Record:
    """The position of an `input.txt`."""
    return Record("halma", rules, files.parse_input(text, rules).position)


def read_course(text: str, rules: str | None) -> list[Record]:
    """The position of an `input.txt`, the only one."""
    return [read_game(text, rules)]


def write_course(records: Sequence[Record]) -> str:
    """The `input.txt` of one game's last position."""
    if len(records) != 1:
        raise ValueError(f"the file holds {len(records)} games, but the course format holds one")
    position = records[0].position
    return files.write_input(files.HalmaTask(MODE, position.to_move, SECONDS, position))


def rewrite_course(text: str, rules: str | None) -> str:
    """An `input.txt` with its own mode and seconds."""
    return files.write_input(files.parse_input(text, rules))
