"""Marks by the schemes of the courses, with the reason for each lost point and what was better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from typing import Any

from hopsow.analysis.review import review
from hopsow.arena.contest.checks import replay
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.course.exam import Exam, Question, plies
from hopsow.arena.course.scheme import answer
from hopsow.arena.limits import Limits
from hopsow.arena.run import here
from hopsow.arena.run.place import Place
from hopsow.engine import Searcher
from hopsow.records import Record

# How an answer is told in a word; a guilty program's word is the verdict.
RIGHT, WRONG, SKIPPED, UNMARKED = "right", "wrong", "skipped", "not marked"
WON, LOST, DRAWN = "won", "lost", "drawn"
NODES = 2000  # of the search that says what was better
MOST_BETTER = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """What an answer earned, and why it did not earn more.

    `expected` are the moves that would have earned the points, or a good one where every legal move
    would, and `notation` the same in the course's format. `better` says where a lost game turned. A
    question that was skipped has no evidence. The `reason` alone never tells what was right.
    """

    number: int
    part: str
    title: str
    points: float
    worth: float
    outcome: str
    reason: str
    is_single: bool
    expected: tuple[str, ...] = ()
    notation: tuple[str, ...] = ()
    better: tuple[str, ...] = ()
    evidence: Evidence | None = field(default=None, repr=False)

    @property
    def explained(self) -> str:
        """The reason, and what would have been right where that is known here."""
        if self.outcome == SKIPPED:
            return f"skipped: {self.reason}"
        if self.outcome == WRONG and self.expected:
            return f"{self.reason}; {' or '.join(self.expected)} would keep it"
        return self.reason

    @property
    def is_lost(self) -> bool:
        """Whether there were more points to earn."""
        return self.points < self.worth

    @property
    def is_guilty(self) -> bool:
        """Whether the program did something worse than a bad move."""
        return self.evidence is not None and self.evidence.guilty == "A"

    @property
    def seconds(self) -> tuple[float, float]:
        """The program's CPU time and wall time."""
        used = self.evidence.used["A"] if self.evidence is not None else {}
        return used.get("cpu", 0.0), used.get("wall", 0.0)

    def as_json(self) -> dict[str, Any]:
        """Everything, the evidence too."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        evidence = None if self.evidence is None else self.evidence.as_json()
        return {**values, "evidence": evidence}


def total(marks: Sequence[Mark]) -> tuple[float, float]:
    """The points of all marks, and what they are worth."""
    return sum(each.points for each in marks), sum(each.worth for each in marks)


def in_words(marks: Sequence[Mark], worth: float) -> str:
    """The points of an exam worth so much, which need not be finished."""
    got, asked = total(marks)
    if asked == worth:
        return f"{got:g} of {worth:g} points"
    return f"{got:g} of the {asked:g} points asked so far; the exam has {worth:g}"


def by_part(marks: Sequence[Mark]) -> dict[str, tuple[float, float]]:
    """The same for each part of the exam."""
    parts = dict.fromkeys(each.part for each in marks)
    return {part: total([each for each in marks if each.part == part]) for part in parts}


def mark(
    exam: Exam,
    spec: str,
    sandbox: str,
    progress: Callable[[int, int], None] = lambda number, plies: None,
    place: Place = here,
    jobs: int = 1,
) -> Iterator[Mark]:
    """Put the questions, `jobs` at once; the marks in their order, whichever was answered first.

    `progress` is told how many plies of one are played.
    """
    numbers = range(1, len(exam.questions) + 1)
    tasks = ((n, exam.task(exam.questions[n - 1], spec, sandbox)) for n in numbers)
    answered: dict[int, Evidence] = {}
    waiting = iter(numbers)
    following = next(waiting, None)
    with closing(place.run(tasks, jobs, progress)) as games:
        for number, game in games:
            answered[number] = game
            while following in answered:
                yield _marked(exam, following, answered.pop(following))
                following = next(waiting, None)


def ask(exam: Exam, number: int, spec: str, sandbox: str, limits: Limits | None = None) -> Mark:
    """Put one question, counted from 1; `limits` hold instead of the question's own."""
    task = exam.task(exam.questions[number - 1], spec, sandbox)
    if limits is not None:
        task = replace(task, limits=limits)
    return _marked(exam, number, here.play(task))


def _marked(exam: Exam, number: int, game: Evidence) -> Mark:
    """What the answer to a question earns."""
    question = exam.questions[number - 1]
    points, outcome, reason = _judge(question, game)
    expected: tuple[str, ...] = ()
    notation: tuple[str, ...] = ()
    better: tuple[str, ...] = ()
    if points < question.worth and game.verdict.is_played:
        record = question.record(exam.game, exam.rules)
        if question.is_single:
            expected = question.keeping or (_good_move(record),)
            notation = tuple(answer(exam.game, record.position, move) for move in expected)
        else:
            better = _turning_points(game)
    return Mark(
        *(number, question.part, question.title, points, question.worth, outcome, reason),
        *(question.is_single, expected, notation, better, game),
    )


def skipped(exam: Exam, number: int, why: str) -> Mark:
    """The mark of a question that is not put."""
    question = exam.questions[number - 1]
    return Mark(
        *(number, question.part, question.title, 0.0, question.worth, SKIPPED, why),
        question.is_single,
    )


def _judge(question: Question, game: Evidence) -> tuple[float, str, str]:
    if not game.verdict.is_played:
        return 0.0, UNMARKED, f"not marked, through no fault of the program: {game.reason}"
    if game.guilty == "A":
        return 0.0, game.verdict.value, f"{game.verdict.value}: {game.reason}"
    if question.is_single:
        move = game.moves[-1].move or ""
        if question.keeping and move not in question.keeping:
            return 0.0, WRONG, f"{move} throws the {question.value} away"
        return question.worth, RIGHT, move
    is_given = game.winner is not None and game.guilty is not None
    ended = f"{game.verdict.value} of the opponent" if is_given else game.reason
    if game.winner == "A":
        return question.worth, WON, f"won after {plies(game.plies)}: {ended}"
    if game.winner == "B":
        return 0.0, LOST, f"lost after {plies(game.plies)}: {ended}"
    points = question.worth / 2 if question.draws == "draw" else 0.0
    return points, DRAWN, f"drawn after {plies(game.plies)}: {ended}"


def _good_move(record: Record) -> str:
    return str(Searcher(record.game, 1).search(record.positions, nodes=NODES).move)


def _turning_points(game: Evidence) -> tuple[str, ...]:
    """Where the program lost most, in sentences, in the order of the game."""
    record = replay(game)
    own = [
        point
        for point in review(record, nodes=NODES).turning_points
        if game.moves[point.ply].by == "A"
    ]
    worst = sorted(own, key=lambda point: -point.loss)[:MOST_BETTER]
    return tuple(
        f"ply {point.ply + 1}, {point.name}: {point.text}"
        for point in sorted(worst, key=lambda point: point.ply)
    )
