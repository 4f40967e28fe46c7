"""Hints that programs may be one: the same move in every question.

Two good programs agree where one move is right, so that what counts is how often they agree where
others differ. A hint is no proof: whoever plays the first legal move of the same list agrees too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from hopsow.arena.classroom.result import Result
from hopsow.arena.course.grade import Mark

LEAST_TELLING = 2


@dataclass(frozen=True)
class Likeness:
    """Students whose programs played the same in at least `questions` that two of them answered.

    In `telling` of those most others did something else, or the answer was wrong.
    """

    students: tuple[str, ...]
    questions: int
    telling: int


def likenesses(results: Sequence[Result]) -> list[Likeness]:
    """All groups that played the same, those that tell most first; nobody is in two of them."""
    answers = {each.student: _answers(each.marks) for each in results}
    counts: dict[int, Counter[str]] = {}
    for given in answers.values():
        for number, (moves, _) in given.items():
            counts.setdefault(number, Counter())[moves] += 1
    groups: dict[str, Likeness] = {}
    for first, second in combinations(sorted(answers), 2):
        alike = _compare(answers[first], answers[second], counts)
        if alike is not None:
            _join(groups, first, second, *alike)
    unique = set(groups.values())
    return sorted(unique, key=lambda each: (-each.telling, each.students))


def _join(
    groups: dict[str, Likeness], first: str, second: str, questions: int, telling: int
) -> None:
    joined = [groups[student] for student in (first, second) if student in groups]
    students = {first, second, *(student for each in joined for student in each.students)}
    group = Likeness(
        tuple(sorted(students)),
        min([questions, *(each.questions for each in joined)]),
        min([telling, *(each.telling for each in joined)]),
    )
    groups.update(dict.fromkeys(students, group))


def _answers(marks: Sequence[Mark]) -> dict[int, tuple[str, bool]]:
    """The moves of the program in each question, and whether points were lost."""
    return {
        mark.number: (_played(mark), mark.is_lost)
        for mark in marks
        if mark.evidence is not None and not mark.is_guilty and _played(mark)
    }


def _played(mark: Mark) -> str:
    assert mark.evidence is not None
    return " ".join(turn.move or "" for turn in mark.evidence.moves if turn.by == "A")


def _compare(
    one: Mapping[int, tuple[str, bool]],
    two: Mapping[int, tuple[str, bool]],
    counts: Mapping[int, Counter[str]],
) -> tuple[int, int] | None:
    """How many questions two programs answered alike, and how many of those tell something."""
    both = one.keys() & two.keys()
    if not both or any(one[number][0] != two[number][0] for number in both):
        return None
    telling = 0
    for number in both:
        moves, is_lost = one[number]
        is_rare = counts[number].total() > 3 and 2 * counts[number][moves] <= counts[number].total()
        telling += is_lost or is_rare
    return (len(both), telling) if telling >= LEAST_TELLING else None
