"""How a game turned.

Every position is searched alike. A move's loss is what it cost its side of the expected result; the
names follow the thresholds that chess sites made familiar, and a side's accuracy the curve that
lichess.org/page/accuracy states, averaged over its moves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from hopsow.analysis.forced import next_choice
from hopsow.analysis.scores import chance, ending_of, in_words, result, sign
from hopsow.engine import Searcher
from hopsow.games import Move, Position, Report
from hopsow.messages import Message, side
from hopsow.records import Record

# Loss of the expected result from which a move is called so.
NAMES = ((0.30, "blunder"), (0.20, "mistake"), (0.10, "inaccuracy"))
CLOSE_ENOUGH = 0.05  # a learner's move may lose so much and still be right
BETTER_PLIES = 8
DEFAULT_S = 0.25  # for each position
BEST_ACCURACY, DECAY, OFFSET = 103.1668100711649, 4.354415386753951, 3.166924740191411

Search = Callable[[Sequence[Position]], Report]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The opinion of one position of the game: the first side's expected result, the best move and
    the line that begins with it."""

    ply: int
    chance: float
    text: Message
    best: str | None
    better: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that lost much of the expected result; `ply` is that of the position before it."""

    ply: int
    side: str
    name: str
    played: str
    best: str
    better: tuple[str, ...]
    loss: float
    text: Message


@dataclass(frozen=True, slots=True)
class Review:
    """A game seen through a search; `accuracy` of each side in per cent, None without a move.

    A review that was stopped has fewer evaluations than the game has positions.
    """

    evaluations: tuple[Evaluation, ...]
    turning_points: tuple[TurningPoint, ...]
    accuracy: dict[str, float | None]

    def __repr__(self) -> str:
        turns = f"{len(self.turning_points)} turning points in {len(self.evaluations)} positions"
        return f"<Review: {turns}, {self._accuracies()}>"

    def _repr_html_(self) -> str:
        head = "<tr><th>ply</th><th>name</th><th>what happened</th></tr>"
        row = Markup("<tr><td>{}</td><td>{}</td><td>{}</td></tr>")
        rows = "".join(row.format(it.ply + 1, it.name, it.text) for it in self.turning_points)
        return f"<p>{self._accuracies()}</p><table>{head}{rows}</table>"

    def _accuracies(self) -> str:
        each = (f"{side} {mark}" for side, mark in self.accuracy.items() if mark is not None)
        return f"accuracy in per cent: {', '.join(each) or 'no moves'}"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A learner's move beside the best one."""

    good: bool
    best: str
    text: Message


def review(
    record: Record,
    *,
    time: float | None = None,
    nodes: int | None = None,
    search: Search | None = None,
    progress: Callable[[Evaluation], object] | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Review:
    """Evaluate every position of a game, each for `time` seconds or `nodes` positions.

    Whoever has a search of their own passes it instead. `progress` is called with each evaluation;
    once `is_stopped`, the review is of the positions so far.
    """
    search = search or _searched(record.game, time, nodes)
    evaluations: list[Evaluation] = []
    for ply in range(len(record.positions)):
        if is_stopped():
            break
        evaluation = _evaluate(record, ply, search)
        if is_stopped():
            break  # the search of this one was cut short
        evaluations.append(evaluation)
        if progress is not None:
            progress(evaluation)
    return Review(
        tuple(evaluations), turning_points(record, evaluations), accuracy(record, evaluations)
    )


def turning_points(record: Record, evaluations: Sequence[Evaluation]) -> tuple[TurningPoint, ...]:
    """The moves that lost much, in the order in which they were played."""
    points = []
    for before, after in pairwise(evaluations):
        position, played = record.positions[before.ply], str(record.moves[before.ply])
        loss = _loss(position, before, after)
        name = next((name for least, name in NAMES if loss >= least), None)
        if name is None or before.best is None or before.best == played:
            continue
        text = Message(
            "review.turning-point",
            side=side(position.to_move),
            move=played,
            before=before.text,
            after=after.text,
            best=before.best,
        )
        mover, loss = position.to_move, round(loss, 3)
        points.append(
            TurningPoint(before.ply, mover, name, played, before.best, before.better, loss, text)
        )
    return tuple(points)


def accuracy(record: Record, evaluations: Sequence[Evaluation]) -> dict[str, float | None]:
    """How well each side played, 0 to 100."""
    marks: dict[str, list[float]] = {side: [] for side in record.start.sides}
    for before, after in pairwise(evaluations):
        position = record.positions[before.ply]
        is_best = before.best == str(record.moves[before.ply])
        loss = 0.0 if is_best else max(0.0, _loss(position, before, after))
        mark = BEST_ACCURACY * math.exp(-DECAY * loss) - OFFSET
        marks[position.to_move].append(max(0.0, min(100.0, mark)))
    return {side: round(sum(each) / len(each), 1) if each else None for side, each in marks.items()}


def judge(record: Record, move: str, search: Search) -> Judgement:
    """Whether a move does about as well as the best one."""
    position = record.position
    tried = position.move(move)
    if len(position.legal_moves) == 1:
        return Judgement(True, str(tried), Message("review.only-move", move=str(tried)))
    best = search(record.positions)
    if best.move is None or tried == best.move:
        return Judgement(True, str(tried), Message("review.best-move", move=str(tried)))
    loss = sign(position) * (chance(position, best) - _chance_after(record, tried, search))
    if loss <= CLOSE_ENOUGH:
        text = Message("review.as-good", move=str(tried), best=str(best.move))
        return Judgement(True, str(best.move), text)
    return Judgement(False, str(best.move), Message("review.not-best", move=str(tried)))


def _chance_after(record: Record, move: Move, search: Search) -> float:
    after = record.until(len(record.moves))
    after.play(move)
    if after.outcome is not None:
        return result(after)
    positions, _ = next_choice(after.positions)
    return chance(positions[-1], search(positions))


def _loss(position: Position, before: Evaluation, after: Evaluation) -> float:
    """What the move between two evaluations cost the side that played it."""
    return sign(position) * (before.chance - after.chance)


def _evaluate(record: Record, ply: int, search: Search) -> Evaluation:
    positions = record.positions[: ply + 1]
    if record.outcome is not None and ply == len(record.moves):
        return Evaluation(ply, result(record), ending_of(record), None, ())
    reached, forced = next_choice(positions)
    report = search(reached)
    position = reached[-1]
    better = tuple(str(move) for move in (*forced, *report.pv)[:BETTER_PLIES])
    words = in_words(position, report, len(forced))
    return Evaluation(ply, chance(position, report), words, better[0], better)


def _searched(game: str, time: float | None, nodes: int | None) -> Search:
    searcher = Searcher(game)
    if time is None and nodes is None:
        time = DEFAULT_S
    return lambda positions: searcher.search(positions, time=time, nodes=nodes)
