"""The page on which a student reads the mark: one HTML file that needs nothing else.

Every lost point has its reason, the board on which it was lost, what went to and fro, what was
expected in the course's own notation, and what was better.
"""

from __future__ import annotations

import shlex
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import PurePath

from markupsafe import Markup, escape

from hopsow import draw
from hopsow.arena.contest import entrants
from hopsow.arena.contest.checks import replay
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.course.check import Finding
from hopsow.arena.course.grade import SKIPPED, Mark, by_part, in_words, total
from hopsow.arena.results import html
from hopsow.arena.results.database import frames
from hopsow.arena.results.report import packed
from hopsow.games import facts

SCRIPTS = ("report_boards.js", "viewer.js", "mark.js")
LONGEST_TEXT = 4000
MOST_NOTATIONS = 3


def page(
    game: str,
    name: str,
    marks: Sequence[Mark],
    about: Mapping[str, str] | None = None,
    build: str = "",
    checks: Sequence[Finding] = (),
    worth: float | None = None,
) -> str:
    """The whole page of one program; `about` are facts to state, `build` is what a compiler said.

    A program without marks got none: `about` and `build` say why. An exam of more `worth` than the
    marks is not finished.
    """
    got, asked = total(marks)
    points = in_words(marks, asked if worth is None else worth)
    return html.fill(
        "mark.html",
        title=f"{facts(game).title}: {points}",
        style=html.style("mark.css"),
        script=html.script(*SCRIPTS),
        game=game,
        name=name,
        points=points,
        is_unfinished=asked < (worth or 0.0),
        is_perfect=bool(marks) and got == asked,
        about=about or {},
        parts=by_part(marks),
        build=build,
        checks=checks,
        failed=[each for each in checks if each.problem is not None],
        rows=list(_rows(marks)),
        lost=[_lost(each, each.evidence) for each in marks if each.is_lost and each.evidence],
        frames=lambda evidence: packed(zlib.compress(frames(evidence).encode())),
        longest=LONGEST_TEXT,
    )


def _rows(marks: Sequence[Mark]) -> Iterator[tuple[Mark, int, float]]:
    """Yield each question, but those skipped one after another for the same reason as one: the
    first, their number, and what all of them are worth."""
    for (outcome, *_), group in groupby(marks, lambda it: (it.outcome, it.part, it.reason)):
        together = list(group)
        if outcome == SKIPPED:
            yield together[0], len(together), total(together)[1]
        else:
            yield from ((each, 1, each.worth) for each in together)


def _lost(mark: Mark, evidence: Evidence) -> tuple[Mark, Markup, str, dict[str, str | None]]:
    """Return a lost point: its mark, the board on which it was lost, a caption, and the texts that
    went to and fro."""
    return mark, *_board(mark, evidence), _texts(mark, evidence)


def _board(mark: Mark, evidence: Evidence) -> tuple[Markup, str]:
    """Where the point was lost: before a move that is not what was wanted, or at the end."""
    record = replay(evidence)
    if mark.is_single and evidence.failed is None and evidence.verdict.is_played:
        move = record.moves[-1]
        return Markup(draw.svg(record.positions[-2], move)), f"The program played {move}."
    last = record.moves[-1] if record.moves else None
    ended = record.outcome is not None
    mover = record.position.to_move.capitalize()
    said = "The end of the game." if ended else f"{mover} was to move."
    return Markup(draw.svg(record.position, last)), said


def _texts(mark: Mark, evidence: Evidence) -> dict[str, str | None]:
    asked = evidence.failed
    if asked is None and mark.is_single:
        asked = evidence.moves[-1] if evidence.moves else None
    said = {"Standard error": evidence.left.get("A", {}).get("stderr")}
    if asked is not None:
        said = {"Sent": asked.sent, "Received": asked.received, **said}
    if mark.notation:
        said["Expected"] = "\nor\n".join(each.rstrip() for each in mark.notation[:MOST_NOTATIONS])
    return said


def program(spec: str) -> str:
    """The command of an agent, without the places of its files."""
    kind, _, command = spec.partition(":")
    if kind not in ("cmd", "ugi"):
        return spec
    words = [word for word in shlex.split(command) if word != entrants.AS_THEY_ARE]
    return " ".join(PurePath(word).name if "/" in word else word for word in words)


def without_places(spec: str, text: str) -> str:
    """A text in which the folders of a command are not named."""
    for word in shlex.split(spec.partition(":")[2]):
        folder = f"{PurePath(word).parent}/"
        if word.startswith("/") and folder != "//":
            text = text.replace(str(escape(folder)), "").replace(folder, "")
    return text
