"""The pages of a class: one for each student, an index for the staff, a leaderboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from hopsow.arena.classroom.result import Result
from hopsow.arena.classroom.settings import Settings
from hopsow.arena.classroom.similar import Likeness
from hopsow.arena.classroom.sources import Compared
from hopsow.arena.classroom.submissions import slug
from hopsow.arena.classroom.tournament import student as student_of
from hopsow.arena.course.feedback import told
from hopsow.arena.course.grade import SKIPPED, Mark, by_part
from hopsow.arena.course.page import page, program, shown, table, whole
from hopsow.arena.results.ratings import Rating

BARS = 10
WIDTH, HEIGHT, FOOT, SIDE = 640, 180, 24, 20


@dataclass(frozen=True)
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
        text = text.replace(escape(str(folder)), short).replace(str(folder), short)
    return text


def index(overview: Overview) -> str:
    """The page of the staff."""
    settings, results = overview.settings, overview.results
    exam = settings.exam
    waiting = [each for each in results if not each.is_done]
    body = [
        f"<p>{len(results)} submissions, {exam.worth:g} points; seed {exam.seed}, "
        f"exam {exam.checksum[:12]}. <a href='marks.csv'>marks.csv</a>, "
        f"<a href='marks.json'>marks.json</a>, <a href='leaderboard.html'>leaderboard</a>"
        + (", <a href='tournament.html'>tournament</a>" if overview.ratings else "")
        + "</p>",
        *(_waiting(waiting) if waiting else ()),
        "<h2>Distribution</h2>",
        _chart([each.points for each in results], exam.worth),
        "<h2>Marks</h2>",
        _marks(overview),
        "<h2>Who failed where</h2>",
        _map(overview),
        *_failures(results),
        *_likenesses(overview),
        *_sources(overview.sources),
    ]
    return whole(f"{settings.name}: marks", body)


def leaderboard(overview: Overview) -> str:
    """Who plays best: by the tournament, or by points where there was none."""
    settings = overview.settings
    if overview.ratings:
        rows = (
            _cells(
                place,
                student_of(rating.name),
                f"{rating.elo:+.0f} ± {rating.error:.0f}",
                f"{rating.points:g}",
                rating.games,
            )
            for place, rating in enumerate(overview.ratings, 1)
        )
        body = table(["{}", "student", "{Elo}", "{points}", "{games}"], rows)
    else:
        points = [each.points for each in overview.results]
        rows = (
            # Who has as many points shares the place.
            _cells(1 + points.index(each.points), each.student, f"{each.points:g}")
            for each in overview.results
        )
        body = table(["{}", "student", "{points}"], rows)
    return whole(f"{settings.name}: leaderboard", [body])


def _cells(place: int, name: str, *numbers: object) -> str:
    cells = "".join(f'<td class="number">{number}</td>' for number in numbers)
    return f'<tr><td class="number">{place}</td><td>{shown(name)}</td>{cells}</tr>'


def _link(result: Result) -> str:
    return f'<a href="students/{slug(result.student)}.html">{shown(result.student)}</a>'


def _waiting(waiting: Sequence[Result]) -> Iterator[str]:
    yield '<p class="failed">Not finished; another run goes on with them:</p>'
    rows = (
        f"<tr><td>{_link(each)}</td><td>{shown(each.wait or 'interrupted')}</td></tr>"
        for each in waiting
    )
    yield table(["student", "why"], rows)


def _marks(overview: Overview) -> str:
    parts = list(overview.settings.exam.parts)
    head = ["student", "{points}", *(f"{{{shown(part)}}}" for part in parts)]
    if len(parts) == 1:
        head = head[:2]
    rows = []
    for each in overview.results:
        got = by_part(each.marks)
        numbers = [each.points, *(got.get(part, (0.0, 0.0))[0] for part in parts)][: len(head) - 1]
        cells = "".join(f'<td class="number">{number:g}</td>' for number in numbers)
        checks = f"{len(each.checks) - each.failed_checks} of {len(each.checks)}"
        cpu = each.seconds[0]
        rows.append(
            f"<tr><td>{_link(each)}</td>{cells}<td>{shown(each.language)}</td>"
            f'<td class="number">{checks}</td><td class="number">{cpu:.1f}</td>'
            f"<td>{shown(each.problem or each.in_words())}</td></tr>"
        )
    return table([*head, "language", "{checks}", "{CPU s}", "answers"], rows)


def _map(overview: Overview) -> str:
    """A row for each student, a cell for each question."""
    numbers = [str(number) for number in range(1, len(overview.settings.exam.questions) + 1)]
    rows = []
    for each in overview.results:
        cells = "".join(map(_cell, each.marks))
        rows.append(f"<tr><th>{_link(each)}</th>{cells}</tr>")
    return table(["", *numbers], rows, "map")


def _cell(mark: Mark) -> str:
    kind = "full" if not mark.is_lost else "half" if mark.points else "none"
    sign = "·" if mark.outcome == SKIPPED else f"{mark.points:g}"
    title = shown(f"{mark.title}: {mark.explained}")
    return f'<td class="{kind}" title="{title}">{sign}</td>'


def _failures(results: Sequence[Result]) -> Iterator[str]:
    """By outcome, who had it."""
    by_outcome: dict[str, list[str]] = {}
    for each in results:
        kinds = {mark.outcome for mark in each.marks if mark.is_guilty}
        for kind in sorted(kinds | ({"no program"} if each.problem else set())):
            by_outcome.setdefault(kind, []).append(_link(each))
    if by_outcome:
        rows = (
            f"<tr><td>{shown(kind)}</td><td>{', '.join(who)}</td></tr>"
            for kind, who in sorted(by_outcome.items())
        )
        yield "<h3>By kind of failure</h3>"
        yield table(["failure", "students"], rows)


def _likenesses(overview: Overview) -> Iterator[str]:
    likenesses = overview.likenesses
    unchanged = [_link(each) for each in overview.results if each.is_starter]
    if likenesses or unchanged:
        yield "<h2>Programs that play alike</h2>"
    if unchanged:
        yield f"<p>Starters handed in unchanged, not compared: {', '.join(unchanged)}.</p>"
    if not likenesses:
        return
    yield (
        "<p>The same move in every position that both answered and where there was a choice. An "
        "answer tells something if it was wrong, or rare in the class. These are hints and no "
        "proof.</p>"
    )
    rows = (
        f"<tr><td>{shown(each.students[0])}</td><td>{shown(each.students[1])}</td>"
        f'<td class="number">{each.questions}</td><td class="number">{each.telling}</td></tr>'
        for each in likenesses
    )
    yield table(["student", "student", "{same answers}", "{that tell}"], rows)


def _sources(compared: Compared) -> Iterator[str]:
    yield "<h2>Similar sources</h2>"
    yield from (f"<p>{shown(each)}.</p>" for each in compared.problems)
    if compared.pairs:
        yield (
            "<p>As JPlag compares them, without what all took from the starter. Its reports are in "
            f"{shown(str(compared.folder))}.</p>"
        )
        rows = (
            f"<tr><td>{shown(each.students[0])}</td><td>{shown(each.students[1])}</td>"
            f'<td>{shown(each.language)}</td><td class="number">{each.similarity:.0%}</td></tr>'
            for each in compared.pairs
        )
        yield table(["student", "student", "language", "{similar}"], rows)


def _chart(points: Sequence[float], worth: float) -> str:
    """How many students have how many points, in ten equal steps."""
    counts = [0] * BARS
    for each in points:
        counts[min(BARS - 1, int(BARS * each / worth))] += 1
    step, most = WIDTH / BARS, max([1, *counts])
    shapes = []
    for bar, count in enumerate(counts):
        height = (HEIGHT - 20) * count / most
        x, y = bar * step, HEIGHT - height
        shapes.append(
            f"<rect x='{x + 4:g}' y='{y:g}' width='{step - 8:g}' height='{height:g}' rx='2' "
            "fill='currentColor'/>"
        )
        middle = x + step / 2
        if count:
            shapes.append(_label(middle, y - 5, str(count)))
    edges = range(BARS + 1)
    shapes += [_label(edge * step, HEIGHT + 17, f"{edge * worth / BARS:g}") for edge in edges]
    shapes.append(f"<path d='M0 {HEIGHT + 0.5}H{WIDTH}' stroke='currentColor'/>")
    size = f"-{SIDE} 0 {WIDTH + 2 * SIDE} {HEIGHT + FOOT}"
    named = "how many students have how many points"
    return (
        f"<svg class='chart' role='img' aria-label='{named}' viewBox='{size}' "
        f"width='{WIDTH + 2 * SIDE}' height='{HEIGHT + FOOT}'>{''.join(shapes)}</svg>"
    )


def _label(x: float, y: float, text: str) -> str:
    return f"<text x='{x:g}' y='{y:g}' font-size='12' text-anchor='middle'>{text}</text>"
