"""What a student is told about a mark.

The questions of a secret exam may be asked again: of a late submission, or next year. `full` tells
what was right, `reason` only what was played and which promise it broke, `points` only the points.
The staff reads the marks themselves.
"""

from __future__ import annotations

import re
from dataclasses import replace

from hopsow.arena.course.exam import Exam
from hopsow.arena.course.grade import Mark
from hopsow.arena.course.scheme import is_public

FULL, REASON, POINTS = CHOICES = ("full", "reason", "points")
EXAMPLE = re.compile(r":\s+for example \S+")  # a legal move, which may be the right one


def usual(exam: Exam) -> str:
    """The feedback of an exam for which none was chosen."""
    return FULL if is_public(exam) else REASON


def told(mark: Mark, feedback: str) -> Mark:
    """The part of a mark that the student may know."""
    if feedback == FULL:
        return mark
    hidden = replace(mark, expected=(), notation=(), better=())
    if feedback == POINTS:
        title = f"question {mark.number}"
        return replace(hidden, title=title, outcome="", reason="", evidence=None)
    evidence = mark.evidence
    if evidence is not None:  # the seed of a game may tell that of the exam
        evidence = replace(evidence, seed=0, reason=EXAMPLE.sub("", evidence.reason))
    return replace(hidden, reason=EXAMPLE.sub("", mark.reason), evidence=evidence)
