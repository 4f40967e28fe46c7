"""What `class.toml` says about a class."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from hopsow.arena.classroom import building, secrets
from hopsow.arena.classroom.languages import LANGUAGES, NAMES, Language
from hopsow.arena.contest.tournament import (
    check_choices,
    check_keys,
    check_positive,
    read_limits,
    read_toml,
)
from hopsow.arena.course import exam as exams
from hopsow.arena.course import feedback, scheme
from hopsow.arena.course.exam import Exam, Question
from hopsow.arena.course.feedback import CHOICES as CHOICES_OF_FEEDBACK
from hopsow.arena.course.feedback import FULL
from hopsow.arena.limits import Limits
from hopsow.arena.process.sandbox import CHOICES
from hopsow.arena.referee.by_game import FORMATS
from hopsow.games import GAMES, rule_sets

FILE, WORK = "class.toml", "work"
FAILURES = 3
# A program may be kept off its processor without blame, so that the wall limit can be tight.
WALL_PER_CPU, WALL_GRACE_S = 1.5, 10.0
STUDENT_PER_CPU, STUDENT_GRACE_S = 1.5, 300.0
SIZES = ("memory", "processes", "threads", "output", "files", "file_size", "disk", "entries")
BUILD = {"cpu": "cpu_game", "wall": "wall_game"}
SPOKEN = ("cmd", "ugi")
TYPES: dict[str, Any] = {
    "name": str,
    "game": str,
    "rules": str,
    "seed": int,
    "exam": (str, dict),
    "feedback": str,
    "speaks": str,
    "submissions": str,
    "languages": list,
    "language": dict,
    "check": bool,
    "failures": int,
    "student": (int, float),
    "sandbox": str,
    "allow": list,
    "jobs": int,
    "limits": dict,
    "build": dict,
    "tournament": dict,
}


@dataclass(frozen=True)
class Games:
    """A tournament among the students."""

    format: str = "round-robin"
    games: int = 2
    rounds: int | None = None
    openings: str | None = None
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Settings:
    """A class; `folder` is where its file lies, and everything that is made goes below it."""

    folder: Path
    name: str
    exam: Exam
    speaks: str
    languages: tuple[Language, ...]
    submissions: Path
    check: bool = True
    failures: int = FAILURES
    student: float = 0.0
    sandbox: str = "require"
    allow: tuple[str, ...] = ()  # Python packages that programs may import
    jobs: int = 1
    sizes: tuple[tuple[str, int], ...] = ()
    build: Limits = building.LIMITS
    tournament: Games | None = None
    feedback: str = FULL
    per_submission: bool = False

    @property
    def game(self) -> str:
        return self.exam.game

    @property
    def work(self) -> Path:
        """What is kept from run to run: builds, results, games, tokens."""
        return self.folder / WORK

    @property
    def results(self) -> Path:
        """What is written for people."""
        return self.folder / "results"

    def limits(self, question: Question) -> Limits:
        """What a program may use to answer a question."""
        return self.tightened(question.limits(self.game))

    def tightened(self, limits: Limits) -> Limits:
        """The same CPU time, less wall time, and the sizes of the class."""
        cpu = min(limits.cpu_move or float("inf"), limits.cpu_game or float("inf"))
        return replace(
            limits,
            wall_move=WALL_PER_CPU * cpu + WALL_GRACE_S,
            wall_game=None
            if limits.cpu_game is None
            else 2 * WALL_PER_CPU * limits.cpu_game + WALL_GRACE_S,
            **dict[str, Any](self.sizes),
        )

    @property
    def identity(self) -> str:
        """A name for everything that decides about a mark, apart from the submission."""
        decides = {
            "exam": self.exam.checksum,
            "speaks": self.speaks,
            "languages": [vars(language) for language in self.languages],
            "check": self.check,
            "failures": self.failures,
            "student": self.student,
            "sandbox": self.sandbox,
            "allow": self.allow,
            "sizes": self.sizes,
            "build": self.build.as_json(),
        }
        return sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()


def read(folder: Path, sandbox: str | None = None, jobs: int | None = None) -> Settings:
    """Read the file of a class; a ValueError says what is wrong. What is given here comes first."""
    path = folder / FILE
    try:
        content = read_toml(path)
        given = {"sandbox": sandbox, "jobs": jobs}
        return _settings(
            folder, content | {key: value for key, value in given.items() if value is not None}
        )
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _settings(folder: Path, content: dict[str, Any]) -> Settings:
    check_keys(content, TYPES, "")
    if "game" not in content:
        raise ValueError("the key 'game' is missing")
    check_choices(
        content,
        {
            "game": tuple(GAMES),
            "sandbox": CHOICES,
            "speaks": SPOKEN,
            "feedback": CHOICES_OF_FEEDBACK,
        },
    )
    check_positive(content, ("failures", "jobs", "student"))
    per_submission = _per_submission(content)
    exam = _exam(folder.absolute(), content)
    asked = sum(each.cpu_move or each.cpu_game or 0.0 for each in exam.questions)
    game = content["game"]
    return Settings(
        folder=folder.absolute(),
        name=content.get("name", folder.resolve().name),
        exam=exam,
        speaks=content.get("speaks", FORMATS[game].SPEAKS),
        languages=_languages(content),
        submissions=folder.absolute() / content.get("submissions", "submissions"),
        check=content.get("check", True),
        failures=content.get("failures", FAILURES),
        student=float(content.get("student", STUDENT_PER_CPU * asked + STUDENT_GRACE_S)),
        sandbox=content.get("sandbox", "require"),
        allow=tuple(map(str, content.get("allow", ()))),
        jobs=content.get("jobs", 1),
        sizes=tuple(_sizes(content.get("limits", {}), " in [limits]").items()),
        build=_build(content.get("build", {})),
        tournament=_tournament(content, game),
        feedback=content.get("feedback", feedback.usual(exam)),
        per_submission=per_submission,
    )


def _exam(folder: Path, content: dict[str, Any]) -> Exam:
    game, rules, seed = content["game"], content.get("rules"), content.get("seed")
    if isinstance(content.get("exam"), dict):
        return secrets.exam_of(folder / WORK, game, secrets.SPECIMEN)
    if "exam" not in content:
        check_choices(content, {"rules": rule_sets(game)})
        if (seed or 0) < 0:
            raise ValueError(f"seed = {seed}: expected at least 0")
        return scheme.of_course(game, seed or 0, rules)
    exam = exams.read(folder / content["exam"])
    if exam.game != game:
        raise ValueError(f"{content['exam']}: an exam of {exam.game}, expected one of {game}")
    for key in ("rules", "seed"):
        if key in content:
            raise ValueError(f"{key} = {content[key]!r}: the exam {content['exam']} has its own")
    return exam


def _per_submission(content: dict[str, Any]) -> bool:
    table = content.get("exam")
    if not isinstance(table, dict):
        return False
    check_keys(table, {"per_submission": bool}, " in exam")
    if not table.get("per_submission"):
        raise ValueError("exam: expected the name of a file, or { per_submission = true }")
    for key in ("rules", "seed"):
        if key in content:
            raise ValueError(f"{key} = {content[key]!r}: the exam of each submission has its own")
    return True


def _languages(content: dict[str, Any]) -> tuple[Language, ...]:
    known = {language.name: language for language in LANGUAGES}
    own = []
    for name, table in content.get("language", {}).items():
        where = f" in [language.{name}]"
        if not isinstance(table, dict):
            raise ValueError(f"expected a table{where}")
        check_keys(table, {"files": list, "find": list, "build": str, "run": str}, where)
        before = known.get(name)
        values: dict[str, Any] = vars(before) if before else {"name": name}
        values = values | {
            key: tuple(map(str, value)) if isinstance(value, list) else value
            for key, value in table.items()
        }
        for key in ("files", "run"):
            if not values.get(key):
                raise ValueError(f"the key {key!r} is missing{where}")
        known[name] = Language(**values)
        own.append(name)
    order = content.get("languages") or [*(name for name in own if name not in NAMES), *NAMES]
    for name in order:
        if name not in known:
            raise ValueError(f"languages: {name!r}, expected one of {', '.join(known)}")
    return tuple(known[name] for name in order)


def _sizes(table: dict[str, Any], where: str) -> dict[str, Any]:
    check_keys(table, dict.fromkeys(SIZES, int), where)
    Limits(**table)
    return table


def _build(table: dict[str, Any]) -> Limits:
    times = {key: value for key, value in table.items() if key in BUILD}
    check_keys(times, dict.fromkeys(BUILD, (int, float)), " in [build]")
    others = {key: value for key, value in table.items() if key not in BUILD}
    sizes = _sizes(others, " in [build]")
    chosen: dict[str, Any] = {BUILD[key]: float(value) for key, value in times.items()}
    return replace(building.LIMITS, **chosen, **sizes)


def _tournament(content: dict[str, Any], game: str) -> Games | None:
    if "tournament" not in content:
        return None
    table = dict(content["tournament"])
    where = " in [tournament]"
    kinds = {"format": str, "games": int, "rounds": int, "openings": str, "limits": dict}
    check_keys(table, kinds, where)
    formats = ("round-robin", "swiss")
    if table.get("format", formats[0]) not in formats:
        raise ValueError(f"format = {table['format']!r}{where}: expected {' or '.join(formats)}")
    check_positive(table, ("games", "rounds"), where)
    return Games(**{**table, "limits": read_limits(table.get("limits", {}), game)})
