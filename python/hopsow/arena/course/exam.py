"""The questions of an exam: each is a game to be played, and says what earns its points.

An exam can be a file, which is checked when it is read: a question whose moves are not legal, or a
changed byte, is found before anybody is marked by it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

from hopsow import __version__
from hopsow.agents import KINDS, make
from hopsow.arena import documents
from hopsow.arena.contest.task import Task
from hopsow.arena.documents import Limited, OneOf
from hopsow.arena.limits import Limits
from hopsow.arena.referee.game import AGENTS, DRAWS
from hopsow.files import read_small, write_atomically
from hopsow.games import GAMES, facts, parse, rule_sets, start
from hopsow.records import Record

FORMAT = "hopsow exam"
VERSION = 1
MAX_QUESTIONS = 1000
OPPONENTS = tuple(kind for kind in KINDS if kind not in ("human", "py"))
MODES = (None, "SINGLE", "GAME")
MOST_SECONDS = 1_000_000

Positive = Annotated[float, Limited(gt=0, lt=MOST_SECONDS)]
Count = Annotated[int, Limited(ge=0)]


@dataclass(frozen=True, slots=True)
class Question:
    """One question: a single move, or a whole game against `opponent`.

    The program is A, and `first` says who plays the side that is to move in `position`, the start
    if None; `opening` is played before anybody is asked. A single move earns its points if it is
    legal and, where `keeping` names some, one of those, which keep the `value` of the position.
    `depth` is that of the shallowest plain search that finds one, where it is known.
    """

    part: str
    title: str
    worth: Positive
    is_single: bool
    first: Annotated[str, OneOf(*AGENTS)] = "A"
    opponent: str = "random"
    position: str | None = None
    opening: tuple[str, ...] = ()
    cpu_move: Positive | None = None
    cpu_game: Positive | None = None
    keeping: tuple[str, ...] = ()
    value: str = ""
    depth: Count | None = None
    draws: Annotated[str, OneOf(*DRAWS)] = "draw"
    mode: Annotated[str | None, OneOf(*MODES)] = None
    seed: Count = 0

    def limits(self, game: str) -> Limits:
        """What the course allows for the answer."""
        plies = len(self.opening) + 1 if self.is_single else facts(game).ply_cap
        return Limits(cpu_move=self.cpu_move, cpu_game=self.cpu_game, plies=plies).with_wall()

    def record(self, game: str, rules: str | None) -> Record:
        """The game up to the question."""
        first = start(game, rules) if self.position is None else parse(game, self.position, rules)
        record = Record(game, first.rules, first)
        for move in self.opening:
            record.play(move)
        return record


@dataclass(frozen=True)
class Exam:
    """The questions of one exam; by the course's own rules if `rules` is None."""

    game: Annotated[str, OneOf(*GAMES)]
    questions: Annotated[tuple[Question, ...], Limited(min_length=1, max_length=MAX_QUESTIONS)]
    rules: str | None = None
    seed: Count = 0
    hopsow: str = __version__

    def task(self, question: Question, spec: str, sandbox: str) -> Task:
        """The game in which a program answers a question."""
        return Task(
            *(self.game, (spec, question.opponent), question.first, self.rules),
            position=question.position,
            opening=question.opening,
            limits=question.limits(self.game),
            sandbox=sandbox,
            draws=question.draws,
            seed=question.seed,
            mode=question.mode,
        )

    @property
    def parts(self) -> dict[str, float]:
        """What each part is worth, in their order."""
        parts: dict[str, float] = {}
        for question in self.questions:
            parts[question.part] = parts.get(question.part, 0.0) + question.worth
        return parts

    @property
    def worth(self) -> float:
        """The points of all questions."""
        return sum(question.worth for question in self.questions)

    @cached_property
    def checksum(self) -> str:
        """A name for just these questions."""
        return _checksum(self._content())

    def text(self) -> str:
        """The exam as a file."""
        return json.dumps({**self._content(), "checksum": self.checksum}, indent=1) + "\n"

    def write(self, path: Path) -> None:
        """Write the exam to a file."""
        write_atomically(path, self.text())

    def _content(self) -> dict[str, Any]:
        questions = [
            {
                each.name: value
                for each in fields(Question)
                if (value := getattr(question, each.name)) != each.default
            }
            for question in self.questions
        ]
        about = {"game": self.game, "rules": self.rules, "seed": self.seed, "hopsow": self.hopsow}
        return {"format": FORMAT, "version": VERSION, **about, "questions": questions}


def right_by_chance(exam: Exam) -> float:
    """Return the mean share of right moves, of the questions that not every legal move solves."""
    shares = [
        len(each.keeping) / len(each.record(exam.game, exam.rules).position.legal_moves)
        for each in exam.questions
        if each.keeping
    ]
    return fmean(shares) if shares else 1.0


def plies(count: int) -> str:
    """So many plies, in words."""
    return "1 ply" if count == 1 else f"{count} plies"


def read(path: str | Path) -> Exam:
    """Read an exam; a ValueError names the file and says what is wrong with it."""
    try:
        return loads(read_small(path))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def loads(text: str | bytes) -> Exam:
    """The exam in a text; a ValueError says why there is none."""
    try:
        content = documents.from_json(text)
    except ValueError as error:
        raise ValueError(f"not an exam: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"not an exam, expected format {FORMAT!r}")
    if content.get("version") != VERSION:
        version = content.get("version")
        raise ValueError(f"an exam of version {version!r}, expected {VERSION}")
    if content.pop("checksum", None) != _checksum(content):
        raise ValueError("the exam was changed or damaged after it was made: its checksum differs")
    del content["format"], content["version"]
    exam = documents.checked(Exam, content)
    if exam.rules is not None:
        documents.choose("rules", exam.rules, rule_sets(exam.game))
    for number, question in enumerate(exam.questions, 1):
        try:
            _check(question, exam)
        except ValueError as error:
            raise ValueError(f"question {number}: {error}") from None
    return exam


def _checksum(content: Mapping[str, Any]) -> str:
    """Of what the content says, however it is laid out."""
    plain = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def _check(question: Question, exam: Exam) -> None:
    """Raise a ValueError for a question that cannot be asked."""
    if question.cpu_move is None and question.cpu_game is None:
        raise ValueError("expected a limit, cpu_move or cpu_game")
    documents.choose("opponent", question.opponent.partition(":")[0], OPPONENTS)
    make(question.opponent, exam.game)
    record = question.record(exam.game, exam.rules)
    if record.outcome is not None:
        raise ValueError(f"the game is over: {record.outcome.reason}")
    for move in question.keeping:
        record.position.move(move)
    is_asked = record.position.to_move == record.start.to_move
    if question.is_single and is_asked != (question.first == "A"):
        raise ValueError("the program is not to move")
