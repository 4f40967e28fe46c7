"""One student after another: unpacked, built, checked, asked; then what came of it.

Everything that is known is written down after every step, and whether a question is put depends
only on the answers before it: a run that is killed at any moment goes on as if nothing had been.
"""

from __future__ import annotations

import fcntl
import os
import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain, pairwise
from pathlib import Path

from hopsow.arena.classroom import archives, building, languages, result, secrets, similar
from hopsow.arena.classroom.archives import BadSubmissionError
from hopsow.arena.classroom.result import Journal, Result
from hopsow.arena.classroom.settings import Settings
from hopsow.arena.classroom.submissions import Submission
from hopsow.arena.course import grade, scheme
from hopsow.arena.course.check import Examiner, Finding, limits_of
from hopsow.arena.course.grade import SKIPPED, UNMARKED
from hopsow.arena.process.folders import clear
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.referee.game import ends_the_run
from hopsow.arena.run import here


class UndecidedError(ValueError):
    """The staff has to say which of several submissions of a student counts."""


UNBUILT = "there is no program to ask"


@dataclass(frozen=True, slots=True)
class Job:
    """The marking of one student, to be done in any process."""

    settings: Settings
    submission: Submission
    content: str
    key: str

    @property
    def file(self) -> Path:
        """The file of what is known."""
        return self.settings.work / "students" / f"{self.submission.slug}.jsonl"

    @property
    def folder(self) -> Path:
        """Where it is built; another submission is built elsewhere."""
        return self.settings.work / "builds" / f"{self.submission.slug}-{self.key[:12]}"

    def known(self) -> Result:
        """What is known already."""
        return result.read(self.file, self.submission.student, self.key, self.content)

    def own_settings(self) -> Settings:
        """The settings, with the exam of this submission."""
        if not self.settings.per_submission:
            return self.settings
        student = self.submission.student
        exam = secrets.exam_of(self.settings.work, self.settings.game, student, self.content)
        return replace(self.settings, exam=exam)


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Keep every other process from marking the same class."""
    for name in ("students", "builds"):
        secrets.make_folder(settings.work / name)
    lock = os.open(settings.work / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise ValueError(f"{settings.folder}: another process is marking this class") from None
    finally:
        os.close(lock)


def jobs(settings: Settings, submissions: list[Submission]) -> list[Job]:
    """The work of a class; what was handed in is looked at anew."""
    listed = []
    for each in submissions:
        content = archives.content_hash(each.path)
        key = sha256(f"{content}/{settings.identity}".encode()).hexdigest()
        listed.append(Job(settings, each, content, key))
    return listed


def lost(job: Job) -> Result:
    """The result of a student whose process was killed."""
    known = job.known()
    known.wait = "a worker was killed"
    return known


def mark(job: Job, tell: here.Tell) -> None:
    """Mark one student, from where it was left, and tell the result after every step."""
    known = job.known()
    _follow(job, known, chain(_built(job, known), _asked(job, known)), tell)


def _asked(job: Job, known: Result) -> Iterator[None]:
    yield from asked(job.own_settings(), known)


def prepare(job: Job, tell: here.Tell) -> None:
    """The same, but leave out what is to be asked of a program."""
    known = job.known()
    _follow(job, known, chain(_built(job, known), _asked_of_nobody(job, known)), tell)


def _follow(job: Job, known: Result, steps: Iterator[None], tell: here.Tell) -> None:
    known.wait = None
    journal = Journal(job.file)
    for _ in blameless(known, steps):
        journal.write(known)
        tell(known)


def blameless(known: Result, steps: Iterator[None]) -> Iterator[None]:
    """The steps, and one more; what keeps the judge from them is no fault of the student."""
    try:
        yield from steps
    except (building.MissingToolError, UndecidedError) as error:
        known.wait = str(error)
    except Exception as error:
        if ends_the_run(error):
            raise
        known.wait = f"the judge failed: {type(error).__name__}: {error}"
    yield


def _built(job: Job, known: Result) -> Iterator[None]:
    if job.submission.clash is not None:
        raise UndecidedError(job.submission.clash)
    sandbox = Sandbox.choose(job.settings.sandbox)
    known.sandbox = sandbox.kind
    if not known.is_built or (known.problem is None and not job.folder.exists()):
        _build(job, known, sandbox)
        yield


def asked(settings: Settings, known: Result) -> Iterator[None]:
    """Check and ask the program of a student; a step for each answer."""
    if known.problem is None and settings.check and not known.is_checked:
        yield from _check(settings, known)
    while len(known.marks) < len(settings.exam.questions):
        _ask(settings, known, len(known.marks) + 1)
        yield
    known.is_done = True


def _asked_of_nobody(job: Job, known: Result) -> Iterator[None]:
    if known.problem is not None:
        yield from _asked(job, known)


def _build(job: Job, known: Result, sandbox: Sandbox) -> None:
    for other in job.folder.parent.glob(f"{job.submission.slug}-????????????"):
        clear(other)  # an older submission, or one that was being built
    draft = job.folder.with_name(f"{job.folder.name}.draft")
    clear(draft)
    try:
        archives.unpack(job.submission.path, draft)
        draft.rename(job.folder)
        recipe = languages.recipe(job.folder, job.settings.languages)
        known.language = recipe.language
        known.is_starter = similar.is_starter(job.settings.game, recipe)
        built = building.build(recipe, sandbox, job.settings.build)
        known.build_said, known.build_seconds = built.said, built.seconds
        known.command = f"{job.settings.speaks}:{shlex.join(building.command(recipe))}"
    except BadSubmissionError as error:
        clear(draft)
        problem, _, said = str(error).partition("\n")
        known.problem, known.build_said = problem, said
    known.is_built = True


def _check(settings: Settings, known: Result) -> Iterator[None]:
    sandbox = Sandbox.choose(settings.sandbox)
    limits = settings.tightened(limits_of(settings.game))
    examiner = Examiner(known.command, settings.game, sandbox, limits, settings.exam.rules)
    known.checks = []
    begun = time.monotonic()
    for finding in scheme.examine(examiner):
        known.checks.append(finding)
        yield
        if _ended(known.checks, settings.failures):
            break
    known.spent += time.monotonic() - begun
    known.is_checked = True
    yield


def _ended(findings: list[Finding], failures: int) -> str | None:
    """The verdict of so many failures in a row."""
    last = [each.verdict for each in findings[-failures:]]
    return last[0] if len(last) == failures and len(set(last)) == 1 else None


def _ask(settings: Settings, known: Result, number: int) -> None:
    exam = settings.exam
    question = exam.questions[number - 1]
    why = UNBUILT if known.problem is not None else reason_to_skip(settings, known, question.part)
    if why is not None:
        known.marks.append(grade.skipped(exam, number, why))
        return
    begun = time.monotonic()
    answer = grade.ask(exam, number, known.command, settings.sandbox, settings.limits(question))
    if answer.outcome == UNMARKED:
        raise ChildProcessError(answer.reason)
    # Who answers pays for its own time only; who fails also for what the judge waited.
    known.spent += time.monotonic() - begun if answer.is_guilty else answer.seconds[1]
    known.marks.append(answer)


def reason_to_skip(settings: Settings, known: Result, part: str) -> str | None:
    """Why the next question of a part is not put, by the answers before it.

    After so many failures of one kind in a row the rest of a part is skipped; a kind that has ended
    the checks or a part already needs only one failure to end another.
    """
    if known.spent > settings.student:
        return f"the student's limit of {settings.student:g} s was used up"
    answers = [each for each in known.marks if each.part == part]
    if answers and answers[-1].outcome == SKIPPED:
        return answers[-1].reason
    failed = 0
    for answer in reversed(answers):
        if not answer.is_guilty or answer.outcome != answers[-1].outcome:
            break
        failed += 1
    if not failed:
        return None
    kind = answers[-1].outcome
    is_known = kind in _known_failures(settings, known, part)
    needed = 1 if is_known else settings.failures
    if failed < needed:
        return None
    times = "one answer" if failed == 1 else f"{failed} answers in a row"
    before = ", as earlier ones did" if is_known else ""
    return f"{times} of this part failed with {kind}{before}"


def _known_failures(settings: Settings, known: Result, part: str) -> set[str]:
    ended_parts = {
        before.outcome
        for before, answer in pairwise(known.marks)
        if before.is_guilty and answer.outcome == SKIPPED and answer.part != part
    }
    ended_checks = _ended(known.checks, settings.failures)
    return ended_parts if ended_checks is None else {ended_checks, *ended_parts}
