"""Awari's texts: how they are recognised, and the set-up file as a text of games."""

from __future__ import annotations

from hopsow.protocols import awari as setup_file
from hopsow.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

POSITION_MARK = "-"
NUMBERS = 14  # twelve pits and two stores


def is_position(first: str) -> bool:
    """Whether a first line looks like a position."""
    return first.count("-") == NUMBERS


def is_course(first: str) -> bool:
    """Whether a first line looks like a set-up file."""
    return all(word.isdigit() for word in first.split())


def read_game(text: str, rules: str | None) -> Record:
    """The position of a set-up file."""
    return Record("awari", rules, setup_file.parse(text, rules))


def read_course(text: str, rules: str | None) -> list[Record]:
    """The position of a set-up file, the only one."""
    return [read_game(text, rules)]


def write_course(records: Sequence[Record]) -> str:
    """The set-up file of one game's last position."""
    if len(records) != 1:
        raise ValueError(f"the file holds {len(records)} games, but the course format holds one")
    return setup_file.write(records[0].position)


def rewrite_course(text: str, rules: str | None) -> str:
    """A set-up file as it is usually written."""
    return setup_file.write(setup_file.parse(text, rules))
