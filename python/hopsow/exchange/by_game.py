"""The texts of each game: how they are recognised, and the course's format as a text of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hopsow.exchange import awari, checkers, halma
from hopsow.games.table import ByGame
from hopsow.records import Record


class Texts(Protocol):
    """Recognises the first line of a text, and reads and writes the format of the game's course.

    `POSITION_MARK` is a character that the text of every position has, also of a damaged one.
    """

    POSITION_MARK: str

    def is_position(self, first: str, /) -> bool: ...
    def is_course(self, first: str, /) -> bool: ...
    def read_game(self, text: str, rules: str | None, /) -> Record: ...
    def read_course(self, text: str, rules: str | None, /) -> list[Record]: ...
    def write_course(self, records: Sequence[Record], /) -> str: ...
    def rewrite_course(self, text: str, rules: str | None, /) -> str: ...


TEXTS = ByGame[Texts](halma=halma, checkers=checkers, awari=awari)
