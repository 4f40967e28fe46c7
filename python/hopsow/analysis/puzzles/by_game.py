"""Where to look for puzzles in each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol

from hopsow.analysis.puzzles import awari, checkers, halma
from hopsow.games import Position
from hopsow.games.table import ByGame
from hopsow.tables import Tables


class Source(Protocol):
    """Proposes positions that may be puzzles.

    `DEPTHS` are those of the plain searches that are tried on one to learn how hard it is, and
    `SPOILING` the numbers of wrong moves from which it is harder.
    """

    DEPTHS: Sequence[int]
    SPOILING: Sequence[int]

    def candidates(self, random: Random, tables: Tables, /) -> Iterator[Position]: ...


SOURCES = ByGame[Source](halma=halma, checkers=checkers, awari=awari)
