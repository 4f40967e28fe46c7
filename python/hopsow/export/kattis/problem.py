"""What the problems of all games have in common: questions with answers, and our C++ starter."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hopsow.starters import HERE as STARTERS

FILES = Path(__file__).parents[1] / "files" / "kattis"
STARTER = "main.cpp"
CHOICE = "// Your idea goes here."  # in the starter, between the rules and what plays
FUNCTION_END = "\n}\n"
HEADING = "the right answers:\n"  # the first line of an answer file that no program would write
CRASH = "int main() { return 1; }\n"


@dataclass(frozen=True, slots=True)
class Case:
    """A question to a program, and what the validator reads beside it."""

    question: str
    answer: str


def rules(game: str) -> str:
    """The first part of the starter: reading a position, and its legal moves."""
    return starter(game).partition(CHOICE)[0]


def starter(game: str) -> str:
    """The whole starter, as a submission."""
    return text(STARTERS / game / STARTER)


def searching(game: str) -> str:
    """The starter with a function that looks ahead."""
    before, _, after = starter(game).partition(CHOICE)
    chosen = text(FILES / game / "choose.cpp")
    return f"{before}{chosen}\n{after.partition(FUNCTION_END)[2].lstrip()}"


def text(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")
