"""The pages of a class: one for each student, an index for the staff, a leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import escape

from hopsow.arena.classroom.result import Result
from hopsow.arena.classroom.settings import Settings
from hopsow.arena.classroom.similar import Likeness
from hopsow.arena.classroom.sources import Compared
from hopsow.arena.classroom.submissions import slug
from hopsow.arena.classroom.tournament import student as student_of
from hopsow.arena.course.feedback import told
from hopsow.arena.course.grade import SKIPPED, by_part
from hopsow.arena.course.page import page, program
from hopsow.arena.results import html
from hopsow.arena.results.ratings import Rating

BARS = 10  # of the chart of points


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the staff's pages tell."""

    settings: Settings
    results: Sequence[Result]  # best first
    ratings: Sequence[Rating]
    likenesses: Sequence[Likeness]
    sources: Compared


def student_page(settings: Settings, result: Result) -> str:
    """What one student reads."""
    cpu, wall = result.seconds
    about = {
        "Student": result.student,
        "Class": settings.name,
        "Language": result.language or "none",
        "Time": f"{cpu:.2f} s of CPU time, {wall:.2f} s of wall time",
        "Judged by": f"Hopsow {result.hopsow}, sandbox {result.sandbox}",
        "Submission": result.content[:12],
    }
    if result.problem is not None:
        about["No program"] = result.problem
    if result.wait is not None:
        about["Not finished"] = f"{result.wait}; this is not the student's fault"
    skipped = sorted({mark.reason for mark in result.marks if mark.outcome == SKIPPED})
    if skipped and result.problem is None:
        about["Skipped"] = "; ".join(skipped)
    marks = [told(mark, settings.feedback) for mark in result.marks]
    text = page(
        *(
            settings.game,
            program(result.command) or result.student,
            marks,
            about,
            result.build_said,
            result.checks,
        ),
        worth=settings.exam.worth,
    )
    return without_folders(settings, result, text)


def without_folders(settings: Settings, result: Result, text: str) -> str:
    """A text that a student reads: the staff's folders are not named in it."""
    build = f"{settings.work / 'builds'}/{slug(result.student)}-{result.key[:12]}"
    for folder, short in ((f"{build}/", ""), (build, "."), (settings.folder, "…")):
        text = text.replace(str(escape(str(folder))), short).replace(str(folder), short)
    return text


def index(overview: Overview) -> str:
    """The page of the staff."""
    settings, results = overview.settings, overview.results
    exam = settings.exam
    parts = list(exam.parts) if len(exam.parts) > 1 else []
    failures: dict[str, list[Result]] = {}
    for each in results:
        kinds = {mark.outcome for mark in each.marks if mark.is_guilty}
        for kind in kinds | ({"no program"} if each.problem else set()):
            failures.setdefault(kind, []).append(each)
    counts = [0] * BARS
    for each in results:
        counts[min(BARS - 1, int(BARS * each.points / exam.worth))] += 1
    columns = ("{points}", *(f"{{{part}}}" for part in parts))
    return html.fill(
        "class.html",
        title=f"{settings.name}: marks",
        style=html.style("mark.css"),
        exam=exam,
        results=results,
        ratings=overview.ratings,
        waiting=[each for each in results if not each.is_done],
        counts=counts,
        edges=[edge * exam.worth / BARS for edge in range(BARS + 1)],
        titles=["student", *columns, "language", "{checks}", "{CPU s}", "answers"],
        rows=[(each, _points(each, parts)) for each in results],
        numbers=[str(number) for number in range(1, len(exam.questions) + 1)],
        skipped=SKIPPED,
        failures=failures,
        likenesses=overview.likenesses,
        unchanged=[each for each in results if each.is_starter],
        compared=overview.sources,
        slug=slug,
    )


def _points(result: Result, parts: Sequence[str]) -> list[float]:
    got = by_part(result.marks)
    return [result.points, *(got.get(part, (0.0, 0.0))[0] for part in parts)]


def leaderboard(overview: Overview) -> str:
    """Who plays best: by the tournament, or by points where there was none."""
    return html.fill(
        "leaderboard.html",
        title=f"{overview.settings.name}: leaderboard",
        style=html.style("mark.css"),
        ratings=overview.ratings,
        student=student_of,
        results=overview.results,
        points=[each.points for each in overview.results],
    )
