"""What is written about a class: marks as CSV and JSON, pages, and the tokens to read them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from hopsow import __version__
from hopsow.arena import documents
from hopsow.arena.classroom import pages, secrets, sources
from hopsow.arena.classroom.pages import Overview
from hopsow.arena.classroom.result import Result
from hopsow.arena.classroom.settings import Settings
from hopsow.arena.classroom.similar import likenesses
from hopsow.arena.classroom.submissions import slug
from hopsow.arena.course.feedback import told
from hopsow.arena.course.grade import Mark, by_part
from hopsow.arena.results.ratings import Rating
from hopsow.files import check_writable, read_small, write_atomically

STAFF = ""  # whose token opens everything; no student is called so
TOKEN_BYTES = 24
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def prepare(settings: Settings) -> None:
    """Make the folders, and see that they can be written to, before anybody is marked."""
    settings.results.mkdir(mode=0o700, exist_ok=True)
    (settings.results / "students").mkdir(exist_ok=True)
    secrets.make_folder(settings.work)
    for folder in (settings.results, settings.results / "students", settings.work):
        check_writable(folder / "class")


def write(settings: Settings, results: Sequence[Result], ratings: Sequence[Rating]) -> None:
    """Write everything; pages of students who are no longer there go."""
    ordered = sorted(results, key=lambda each: (-each.points, each.student))
    compared = sources.compare(settings, ordered)
    overview = Overview(settings, ordered, ratings, likenesses(ordered), compared)
    students = settings.results / "students"
    wanted = {f"{slug(each.student)}.html" for each in ordered}
    for path in students.glob("*.html"):
        if path.name not in wanted:
            path.unlink()
    for each in ordered:
        page = pages.student_page(settings, each)
        write_atomically(students / f"{slug(each.student)}.html", page)
    write_atomically(settings.results / "marks.csv", marks_csv(overview))
    write_atomically(settings.results / "marks.json", json.dumps(marks_json(overview), indent=1))
    write_atomically(settings.results / "leaderboard.html", pages.leaderboard(overview))
    write_atomically(settings.results / "index.html", pages.index(overview))
    if not ratings:
        (settings.results / "tournament.html").unlink(missing_ok=True)
    _write_tokens(settings, [each.student for each in ordered])


def marks_json(overview: Overview) -> dict[str, Any]:
    """The marks of the class for programs."""
    settings, exam = overview.settings, overview.settings.exam
    return {
        "name": settings.name,
        "game": settings.game,
        "rules": exam.rules,
        "seed": exam.seed,
        "exam": exam.checksum,
        "worth": exam.worth,
        "parts": exam.parts,
        "hopsow": __version__,
        "feedback": settings.feedback,
        "students": [_student_json(settings, each) for each in overview.results],
        "leaderboard": [asdict(rating) for rating in overview.ratings],
        "similar": [asdict(each) for each in overview.likenesses],
        "sources": [asdict(each) for each in overview.sources.pairs],
    }


def _student_json(settings: Settings, result: Result) -> dict[str, Any]:
    cpu, wall = result.seconds
    return {
        "student": result.student,
        "page": f"students/{slug(result.student)}.html",
        "points": result.points,
        "parts": {part: got for part, (got, _) in by_part(result.marks).items()},
        "done": result.is_done,
        "language": result.language,
        "problem": result.problem,
        "waiting": result.wait,
        "checks": {"passed": len(result.checks) - result.failed_checks, "of": len(result.checks)},
        "outcomes": result.outcomes(),
        "cpu": round(cpu, 3),
        "wall": round(wall, 3),
        "build": result.build_seconds,
        "compiler": result.build_said,
        "submission": result.key,
        "sandbox": result.sandbox,
        "hopsow": result.hopsow,
        "questions": [_question_json(settings, result, mark) for mark in result.marks],
    }


def _question_json(settings: Settings, result: Result, mark: Mark) -> dict[str, Any]:
    """A mark for the staff, with what the student is `told`."""
    names = ("number", "part", "title", "points", "worth", "outcome")
    known = told(mark, settings.feedback)
    reason = pages.without_folders(settings, result, known.explained)
    return {
        **{name: getattr(mark, name) for name in names},
        "reason": mark.explained,
        "told": {"title": known.title, "reason": reason},
    }


def marks_csv(overview: Overview) -> str:
    """The marks of the class for a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    parts = list(overview.settings.exam.parts)
    writer.writerow(
        [
            *("student", "points", "worth", *parts, "language", "checks", "failed", "problem"),
            *("answers", "cpu", "wall", "seed", "exam", "submission", "hopsow", "sandbox", "done"),
        ]
    )
    for each in overview.results:
        writer.writerow(map(_plain, _csv_row(overview, each, parts)))
    return text.getvalue()


def _csv_row(overview: Overview, result: Result, parts: Sequence[str]) -> Iterator[object]:
    got = by_part(result.marks)
    cpu, wall = result.seconds
    yield from (result.student, f"{result.points:g}", f"{overview.settings.exam.worth:g}")
    yield from (f"{got.get(part, (0.0, 0.0))[0]:g}" for part in parts)
    yield from (result.language, len(result.checks), result.failed_checks)
    yield result.problem or result.wait or ""
    yield " ".join(f"{outcome}:{count}" for outcome, count in result.outcomes().items())
    yield from (f"{cpu:.3f}", f"{wall:.3f}", overview.settings.exam.seed)
    yield from (overview.settings.exam.checksum[:12], result.key[:12], result.hopsow)
    yield from (result.sandbox, "yes" if result.is_done else "no")


def _plain(value: object) -> object:
    """A text that no spreadsheet takes for a formula, and that can be written whatever it is."""
    if not isinstance(value, str):
        return value
    text = value.encode(errors="backslashreplace").decode()
    return f"'{text}" if text.startswith(FORMULA) else text


def tokens_file(settings: Settings) -> Path:
    """Where the tokens are kept, for the staff alone."""
    return settings.work / "tokens.json"


def read_tokens(settings: Settings) -> dict[str, str]:
    """Each student's token; that of the staff belongs to nobody's name."""
    try:
        content = documents.from_json(read_small(tokens_file(settings)))
        tokens = documents.checked(dict[str, str], content)
    except (OSError, ValueError):
        return {}
    return {name: token for name, token in tokens.items() if token}


def _write_tokens(settings: Settings, students: Sequence[str]) -> None:
    """Everybody keeps the token that they have."""
    known = read_tokens(settings)
    tokens = {name: known.get(name) or token_urlsafe(TOKEN_BYTES) for name in (STAFF, *students)}
    path = tokens_file(settings)
    if tokens != known:
        secrets.write(path, json.dumps(tokens, indent=1))
