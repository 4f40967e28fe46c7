"""The puzzles that are part of the program, for a page to pose."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Literal

from pydantic import BaseModel, Field

from hopsow.analysis import puzzles
from hopsow.web.board.messages import GameName, Message


class Ask(Message):
    """Which puzzles are there of this game?"""

    game: GameName


class Puzzle(BaseModel):
    """A position with one move that keeps its result."""

    id: str = Field(description="a name that stays the same")
    position: str
    move: str
    result: Literal["win", "draw"]
    spoiling: int = Field(description="the number of all other moves")
    grade: int = Field(description="how hard it is, 1 to 5")


class Puzzles(BaseModel):
    """The puzzles of a game, the easiest first."""

    puzzles: list[Puzzle]


@cache
def listed(game: str) -> Puzzles:
    """The puzzles of a game."""
    return Puzzles(puzzles=[_described(each) for each in puzzles.shipped(game)])


def _described(puzzle: puzzles.Puzzle) -> Puzzle:
    return Puzzle.model_validate(
        {
            "id": blake2b(puzzle.position.encode(), digest_size=6).hexdigest(),
            "position": puzzle.position,
            "move": puzzle.move,
            "result": puzzle.result,
            "spoiling": puzzle.spoiling,
            "grade": puzzle.grade,
        }
    )
