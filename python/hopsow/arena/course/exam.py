"""The questions of an exam: each is a game to be played, and says what earns its points.

An exam can be a file, which is checked when it is read: a question whose moves are not legal, or a
changed byte, is found before anybody is marked by it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

from hopsow import __version__
from hopsow.agents import KINDS, make
from hopsow.arena.contest.task import Task
from hopsow.arena.limits import Limits
from hopsow.arena.referee.game import DRAWS
from hopsow.files import read_small, write_atomically
from hopsow.games import GAMES, facts, parse, rule_sets, start
from hopsow.records import Record

FORMAT = "hopsow exam"
VERSION = 1
MAX_QUESTIONS = 1000
OPPONENTS = tuple(kind for kind in KINDS if kind not in ("human", "py"))
MODES = (None, "SINGLE", "GAME")


@dataclass(frozen=True)
class Question:
    """One question: a single move, or a whole game against `opponent`.

    The program is A, and `first` says who plays the side that is to move in `position`, the start
    if None; `opening` is played before anybody is asked. A single move earns its points if it is
    legal and, where `keeping` names some, one of those, which keep the `value` of the position.
    `depth` is that of the shallowest plain search that finds one, where it is known.
    """

    part: str
    title: str
    worth: float
    is_single: bool
    first: str = "A"
    opponent: str = "random"
    position: str | None = None
    opening: tuple[str, ...] = ()
    cpu_move: float | None = None
    cpu_game: float | None = None
    keeping: tuple[str, ...] = ()
    value: str = ""
    depth: int | None = None
    draws: str = "draw"
    mode: str | None = None
    seed: int = 0

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

    game: str
    questions: tuple[Question, ...]
    rules: str | None = None
    seed: int = 0
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
        content = json.loads(text)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"not an exam: not JSON: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"not an exam, expected format {FORMAT!r}")
    if content.get("version") != VERSION:
        version = content.get("version")
        raise ValueError(f"an exam of version {version!r}, expected {VERSION}")
    if content.pop("checksum", None) != _checksum(content):
        raise ValueError("the exam was changed or damaged after it was made: its checksum differs")
    game, rules = content.get("game"), content.get("rules")
    if game not in GAMES:
        raise ValueError(f"an exam of {game!r}, expected one of {', '.join(GAMES)}")
    if rules is not None and rules not in rule_sets(game):
        raise ValueError(f"rules {rules!r}, expected one of {', '.join(rule_sets(game))}")
    listed = content.get("questions")
    if not isinstance(listed, list) or not 0 < len(listed) <= MAX_QUESTIONS:
        raise ValueError(f"expected a list of 1 to {MAX_QUESTIONS} questions")
    seed, maker = content.get("seed"), content.get("hopsow")
    if not isinstance(seed, int) or not _is_whole(seed) or not isinstance(maker, str):
        raise ValueError("expected a seed and the version of Hopsow that made the exam")
    questions = []
    for number, each in enumerate(listed, 1):
        try:
            questions.append(_question(each, game, rules))
        except ValueError as error:
            raise ValueError(f"question {number}: {error}") from None
    return Exam(game, tuple(questions), rules, seed, maker)


def _checksum(content: Mapping[str, Any]) -> str:
    """Of what the content says, however it is laid out."""
    plain = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e6


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


EXPECTED: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("part", "title", "value"), ("a text", lambda it: isinstance(it, str))),
    "opponent": (
        f"one of {', '.join(OPPONENTS)}",
        lambda it: isinstance(it, str) and it.partition(":")[0] in OPPONENTS,
    ),
    "position": ("a text or null", lambda it: it is None or isinstance(it, str)),
    **dict.fromkeys(("opening", "keeping"), ("a list of moves", _are_texts)),
    "worth": ("a positive number", _is_positive),
    **dict.fromkeys(
        ("cpu_move", "cpu_game"),
        ("seconds or null", lambda it: it is None or _is_positive(it)),
    ),
    "is_single": ("true or false", lambda it: isinstance(it, bool)),
    "first": ("A or B", lambda it: it in ("A", "B")),
    "draws": (" or ".join(DRAWS), lambda it: it in DRAWS),
    "depth": ("a whole number or null", lambda it: it is None or _is_whole(it)),
    "mode": ("SINGLE, GAME or null", lambda it: it in MODES),
    "seed": ("a whole number", _is_whole),
}


def _question(content: Any, game: str, rules: str | None) -> Question:
    if not isinstance(content, dict):
        raise ValueError("expected an object")
    values: dict[str, Any] = {}
    for name, value in content.items():
        if name not in EXPECTED:
            raise ValueError(f"unknown key {name!r}, expected {', '.join(EXPECTED)}")
        what, fits = EXPECTED[name]
        if not fits(value):
            raise ValueError(f"{name} is {json.dumps(value)[:80]}, expected {what}")
        values[name] = tuple(value) if isinstance(value, list) else value
    for name in ("part", "title", "worth", "is_single"):
        if name not in values:
            raise ValueError(f"the key {name!r} is missing")
    question = Question(**values)
    if question.cpu_move is None and question.cpu_game is None:
        raise ValueError("expected a limit, cpu_move or cpu_game")
    make(question.opponent, game)
    record = question.record(game, rules)
    if record.outcome is not None:
        raise ValueError(f"the game is over: {record.outcome.reason}")
    for move in question.keeping:
        record.position.move(move)
    is_asked = record.position.to_move == record.start.to_move
    if question.is_single and is_asked != (question.first == "A"):
        raise ValueError("the program is not to move")
    return question
