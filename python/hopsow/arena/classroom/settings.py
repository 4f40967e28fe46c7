"""What `class.toml` says about a class."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from hopsow.arena import documents
from hopsow.arena.classroom import building, secrets
from hopsow.arena.classroom.languages import LANGUAGES, NAMES, Language
from hopsow.arena.contest.tournament import AtLeastOne, GameName, read_limits
from hopsow.arena.course import exam as exams
from hopsow.arena.course import feedback, scheme
from hopsow.arena.course.exam import Exam, Question
from hopsow.arena.course.feedback import CHOICES as CHOICES_OF_FEEDBACK
from hopsow.arena.course.feedback import FULL
from hopsow.arena.documents import Limited, OneOf
from hopsow.arena.limits import Limits
from hopsow.arena.process.sandbox import CHOICES
from hopsow.arena.referee.by_game import FORMATS
from hopsow.games import rule_sets

FILE, WORK = "class.toml", "work"
FAILURES = 3
# A program may be kept off its processor without blame, so that the wall limit can be tight.
WALL_PER_CPU, WALL_GRACE_S = 1.5, 10.0
STUDENT_PER_CPU, STUDENT_GRACE_S = 1.5, 300.0
SPOKEN = ("cmd", "ugi")
Seconds = Annotated[float, Limited(gt=0)]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The limits of a class that are no times; None is the usual one."""

    memory: AtLeastOne | None = None
    processes: AtLeastOne | None = None
    threads: AtLeastOne | None = None
    output: AtLeastOne | None = None
    files: AtLeastOne | None = None
    file_size: AtLeastOne | None = None
    disk: AtLeastOne | None = None
    entries: AtLeastOne | None = None

    def chosen(self) -> dict[str, Any]:
        """Return the limits that are other than usual."""
        return {name: size for name, size in asdict(self).items() if size is not None}


@dataclass(frozen=True, slots=True)
class Build(Sizes):
    """The limits of builds."""

    cpu: Seconds | None = None
    wall: Seconds | None = None


@dataclass(frozen=True, slots=True)
class OwnLanguage:
    """A language that is added or changed."""

    files: tuple[str, ...] | None = None
    find: tuple[str, ...] | None = None
    build: str | None = None
    run: str | None = None


@dataclass(frozen=True, slots=True)
class OwnExams:
    """An exam for each submission."""

    per_submission: bool = False


@dataclass(frozen=True, slots=True)
class Games:
    """A tournament among the students."""

    format: Annotated[str, OneOf("round-robin", "swiss")] = "round-robin"
    games: AtLeastOne = 2
    rounds: AtLeastOne | None = None
    openings: str | None = None
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Written:
    """The file of a class; what None stands for depends on the rest."""

    game: GameName
    name: str | None = None
    rules: str | None = None
    seed: Annotated[int, Limited(ge=0)] | None = None
    exam: Any = None
    feedback: Annotated[str, OneOf(*CHOICES_OF_FEEDBACK)] | None = None
    speaks: Annotated[str, OneOf(*SPOKEN)] | None = None
    submissions: str = "submissions"
    languages: tuple[str, ...] = ()
    language: dict[str, dict[str, Any]] = field(default_factory=dict)
    check: bool = True
    failures: AtLeastOne = FAILURES
    student: Seconds | None = None
    sandbox: Annotated[str, OneOf(*CHOICES)] = "require"
    allow: tuple[str, ...] = ()
    jobs: AtLeastOne = 1
    limits: dict[str, Any] = field(default_factory=dict)
    build: dict[str, Any] = field(default_factory=dict)
    tournament: dict[str, Any] | None = None


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
            "languages": [asdict(language) for language in self.languages],
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
        content = documents.from_toml(path)
        given = {"sandbox": sandbox, "jobs": jobs}
        content |= {key: value for key, value in given.items() if value is not None}
        return _settings(folder, documents.checked(Written, content))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _settings(folder: Path, written: Written) -> Settings:
    game = written.game
    per_submission = isinstance(written.exam, dict)
    exam = _exam(folder.absolute(), written)
    asked = sum(each.cpu_move or each.cpu_game or 0.0 for each in exam.questions)
    build = documents.checked(Build, written.build, " in build")
    times = {"cpu_game": build.cpu, "wall_game": build.wall}
    sizes = {name: size for name, size in build.chosen().items() if name not in ("cpu", "wall")}
    sizes |= {name: time for name, time in times.items() if time is not None}
    return Settings(
        folder=folder.absolute(),
        name=written.name or folder.resolve().name,
        exam=exam,
        speaks=written.speaks or FORMATS[game].SPEAKS,
        languages=_languages(written),
        submissions=folder.absolute() / written.submissions,
        check=written.check,
        failures=written.failures,
        student=written.student or STUDENT_PER_CPU * asked + STUDENT_GRACE_S,
        sandbox=written.sandbox,
        allow=written.allow,
        jobs=written.jobs,
        sizes=tuple(documents.checked(Sizes, written.limits, " in limits").chosen().items()),
        build=replace(building.LIMITS, **sizes),
        tournament=_tournament(written),
        feedback=written.feedback or feedback.usual(exam),
        per_submission=per_submission,
    )


def _exam(folder: Path, written: Written) -> Exam:
    own = {"rules": written.rules, "seed": written.seed}
    if written.exam is None:
        if written.rules is not None:
            documents.choose("rules", written.rules, rule_sets(written.game))
        return scheme.of_course(written.game, written.seed or 0, written.rules)
    if isinstance(written.exam, str):
        whose = f"the exam {written.exam} has its own"
    else:
        if not documents.checked(OwnExams, written.exam, " in exam").per_submission:
            raise ValueError("exam: expected the name of a file, or { per_submission = true }")
        whose = "the exam of each submission has its own"
    for key, value in own.items():
        if value is not None:
            raise ValueError(f"{key} = {value!r}: {whose}")
    if not isinstance(written.exam, str):
        return secrets.exam_of(folder / WORK, written.game, secrets.SPECIMEN)
    exam = exams.read(folder / written.exam)
    if exam.game != written.game:
        raise ValueError(f"{written.exam}: an exam of {exam.game}, expected one of {written.game}")
    return exam


def _languages(written: Written) -> tuple[Language, ...]:
    known = {language.name: language for language in LANGUAGES}
    for name, table in written.language.items():
        where = f" in language.{name}"
        own = asdict(documents.checked(OwnLanguage, table, where))
        values = {key: value for key, value in own.items() if value is not None}
        before = asdict(known[name]) if name in known else {"name": name}
        for key in ("files", "run"):
            if not {**before, **values}.get(key):
                raise ValueError(f"the key {key!r} is missing{where}")
        known[name] = Language(**{**before, **values})
    others = (name for name in written.language if name not in NAMES)
    order = written.languages or (*others, *NAMES)
    for name in order:
        documents.choose("languages", name, list(known))
    return tuple(known[name] for name in order)


def _tournament(written: Written) -> Games | None:
    if written.tournament is None:
        return None
    limits = read_limits(written.tournament.get("limits", {}), written.game)
    where = " in tournament"
    return documents.checked(Games, {**written.tournament, "limits": limits}, where)
