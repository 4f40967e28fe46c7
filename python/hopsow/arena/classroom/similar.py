"""Hints that two programs may be one: the same move in every position where they had a choice.

Two good programs agree where one move is right, so that what counts is how often they agree where
others differ. A hint is no proof: programs that play the first move of the same list agree too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from hopsow import starters
from hopsow.arena.classroom.languages import Recipe
from hopsow.arena.classroom.result import Result
from hopsow.arena.course.grade import Mark

LEAST_TELLING = 2
LEAST_COMPARED = 4  # answers, before one can be rare

Asked = tuple[str, ...]  # the start, the opening and the opponent: submissions may differ in them
Answers = Mapping[Asked, tuple[str, bool]]  # the moves, and whether points were lost


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two students whose programs played the same in all `questions` that both answered.

    In `telling` of those most others did something else, or the answer was wrong.
    """

    students: tuple[str, str]
    questions: int
    telling: int


def likenesses(results: Sequence[Result]) -> list[Likeness]:
    """Return the pairs that played the same, those that tell most first; no unchanged starters."""
    answers = {each.student: _answers(each.marks) for each in results if not each.is_starter}
    counts: dict[Asked, Counter[str]] = {}
    for given in answers.values():
        for asked, (moves, _) in given.items():
            counts.setdefault(asked, Counter())[moves] += 1
    found = []
    for first, second in combinations(sorted(answers), 2):
        alike = _compare(answers[first], answers[second], counts)
        if alike is not None:
            found.append(Likeness((first, second), *alike))
    return sorted(found, key=lambda each: (-each.telling, each.students))


def is_starter(game: str, recipe: Recipe) -> bool:
    """Whether the program is the starter of its language, apart from blanks."""
    known = starters.LANGUAGES.get(recipe.language)
    if known is None or len(recipe.files) != 1:
        return False
    shipped = starters.HERE / game / known.file
    return (recipe.folder / recipe.files[0]).read_bytes().split() == shipped.read_bytes().split()


def _answers(marks: Sequence[Mark]) -> Answers:
    return {
        _asked(mark): (_played(mark), mark.is_lost)
        for mark in marks
        if mark.evidence is not None and not mark.is_guilty and _has_choice(mark)
    }


def _asked(mark: Mark) -> Asked:
    game = mark.evidence
    assert game is not None
    opening = (turn.move or "" for turn in game.moves if turn.by is None)
    return (game.start, game.first, game.agents.get("B", ""), *opening)


def _has_choice(mark: Mark) -> bool:
    """Whether the program played a move, and not because it was the only one."""
    if not _played(mark) or mark.evidence is None:
        return False
    return not mark.is_single or len(mark.evidence.record().positions[-2].legal_moves) > 1


def _played(mark: Mark) -> str:
    assert mark.evidence is not None
    return " ".join(turn.move or "" for turn in mark.evidence.moves if turn.by == "A")


def _compare(
    one: Answers, two: Answers, counts: Mapping[Asked, Counter[str]]
) -> tuple[int, int] | None:
    """How many questions two programs answered alike, and how many of those tell something."""
    both = one.keys() & two.keys()
    if not both or any(one[asked][0] != two[asked][0] for asked in both):
        return None
    telling = 0
    for asked in both:
        moves, is_lost = one[asked]
        answers = counts[asked].total()
        is_rare = answers >= LEAST_COMPARED and 2 * counts[asked][moves] <= answers
        telling += is_lost or is_rare
    return (len(both), telling) if telling >= LEAST_TELLING else None
