"""How a game turned.

Every position is searched for the same time. A move's loss is what it cost its side of the expected
result; the names follow the thresholds that chess sites made familiar.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import hopsow
from hopsow import Record
from hopsow.server.analysis import Engines, chance, in_words
from hopsow.server.messages import Evaluation, Judgement, TurningPoint
from hopsow.server.views import ending
from hopsow.server.work import Job

# Loss of the expected result from which a move is called so.
NAMES = ((0.30, "blunder"), (0.20, "mistake"), (0.10, "inaccuracy"))
CLOSE_ENOUGH = 0.05  # a learner's move may lose so much and still be right
BETTER_PLIES = 8


def review(
    record: Record,
    seconds: float,
    engines: Engines,
    job: Job,
    tell: Callable[[Evaluation], None],
) -> list[TurningPoint]:
    """Evaluate every position of a game, telling each; then name what turned it."""
    evaluations = []
    for ply in range(len(record.moves) + 1):
        if job.is_stopped:
            break
        evaluation = _evaluate(record, ply, seconds, engines, job)
        evaluations.append(evaluation)
        tell(evaluation)
    return turning_points(record, evaluations)


def turning_points(record: Record, evaluations: list[Evaluation]) -> list[TurningPoint]:
    """The moves that lost much, in the order in which they were played."""
    points = []
    for before, after in itertools.pairwise(evaluations):
        position, played = record.positions[before.ply], str(record.moves[before.ply])
        sign = 1 if position.to_move == position.sides[0] else -1
        loss = sign * (before.chance - after.chance)
        name = next((name for least, name in NAMES if loss >= least), None)
        if name is None or before.best is None or before.best == played:
            continue
        points.append(
            TurningPoint(
                ply=before.ply,
                side=position.to_move,
                name=name,
                played=played,
                best=before.best,
                loss=round(loss, 3),
                text=f"{position.to_move} played {played} ({before.text} to {after.text}); "
                f"{before.best} was better",
            )
        )
    return points


def judge(record: Record, move: str, seconds: float, engines: Engines, job: Job) -> Judgement:
    """Whether a move does about as well as the best one."""
    position = record.position
    tried = position.move(move)
    best = engines.search(job, record.positions, seconds)
    if best.move is None or tried == best.move:
        return Judgement(good=True, best=str(tried), text=f"{tried} is the best move")
    after = Record(record.game, record.rules, record.start)
    for played in (*record.moves, tried):
        after.play(played)
    reply = _chance_of(after, seconds, engines, job)
    sign = 1 if position.to_move == position.sides[0] else -1
    loss = sign * (chance(position, best) - reply)
    if loss <= CLOSE_ENOUGH:
        return Judgement(good=True, best=str(best.move), text=f"{tried} is as good as {best.move}")
    return Judgement(good=False, best=str(best.move), text=f"{tried} is not the best here")


def _chance_of(record: Record, seconds: float, engines: Engines, job: Job) -> float:
    if record.outcome is not None:
        winner = record.outcome.winner
        return 0.5 if winner is None else float(winner == record.start.sides[0])
    return chance(record.position, engines.search(job, record.positions, seconds))


def _evaluate(record: Record, ply: int, seconds: float, engines: Engines, job: Job) -> Evaluation:
    positions = record.positions[: ply + 1]
    outcome = record.outcome if ply == len(record.moves) else None
    if outcome is not None:
        over = ending(record)
        winner = outcome.winner
        value = 0.5 if winner is None else float(winner == record.start.sides[0])
        return Evaluation(
            ply=ply, chance=value, text=over.text if over else "", best=None, better=[]
        )
    found: hopsow.Report = engines.search(job, positions, seconds)
    return Evaluation(
        ply=ply,
        chance=chance(positions[-1], found),
        text=in_words(positions[-1], found),
        best=str(found.move),
        better=[str(move) for move in found.pv[:BETTER_PLIES]],
    )
