"""Evidence held against the rules, its own limits and its verdict.

A file can be checked only as far as it goes: `UNCHECKED` says what it cannot tell.
"""

from __future__ import annotations

from hopsow.arena.contest.evidence import Evidence, Turn
from hopsow.arena.referee import adjudication
from hopsow.arena.referee.game import AGENTS, opponent
from hopsow.arena.verdicts import Verdict
from hopsow.games import facts
from hopsow.records import Record

ROUNDING_S = 1e-6  # of each time in a file
UNCHECKED = (
    "that the times and the memory are what was measured",
    "the wall time of a move, which may contain waiting that is not charged",
    "a verdict on a program that broke a limit, crashed or gave no legal answer",
)


def replay(evidence: Evidence) -> Record:
    """The moves, played again; a ValueError says what contradicts the rules, limits or verdict."""
    record = evidence.record()
    _check_verdict(evidence, record)
    _check_plies(evidence)
    for name in AGENTS:
        _check_limits(evidence, name)
    return record


def _check_plies(evidence: Evidence) -> None:
    cap = evidence.limits.get("plies")
    if cap is None:
        return
    if evidence.plies > cap:
        raise ValueError(f"{evidence.plies} plies were played, the limit is {cap:g}")
    if evidence.verdict is Verdict.PLY_CAP and evidence.plies < cap:
        raise ValueError(f"the verdict is ply-cap after {evidence.plies} of {cap:g} plies")


def _check_limits(evidence: Evidence, name: str) -> None:
    """Hold the moves of one agent, all of which were in time, against its limits."""
    limits = evidence.limits
    if name == "B" and evidence.limits_b is not None:
        limits = evidence.limits_b
    turns = [(number, turn) for number, turn in enumerate(evidence.moves, 1) if turn.by == name]
    spent = 0.0
    for number, turn in turns:
        left = _left(limits, spent)
        if left is not None and turn.cpu > left + ROUNDING_S * number:
            raise ValueError(
                f"move {number}: {name} used {turn.cpu:.3f} s of CPU time, {left:.3f} s left"
            )
        _check_memory(limits, name, number, turn)
        spent += turn.cpu
    used = evidence.used.get(name, {})
    tolerance = ROUNDING_S * (len(turns) + 1)
    if "cpu" in used and used["cpu"] < spent - tolerance:
        raise ValueError(f"{name} used {used['cpu']:.3f} s in all, and {spent:.3f} s in its moves")
    wall, allowed = used.get("wall"), limits.get("wall_game")
    if wall is None or allowed is None or evidence.guilty == name:
        return
    if wall > allowed + tolerance:
        raise ValueError(f"{name} took {wall:.3f} s, the limit is {allowed:.3f} s")


def _left(limits: dict[str, float | None], spent: float) -> float | None:
    move, bank = limits.get("cpu_move"), limits.get("cpu_game")
    left = [each for each in (move, None if bank is None else bank - spent) if each is not None]
    return min(left, default=None)


def _check_memory(limits: dict[str, float | None], name: str, number: int, turn: Turn) -> None:
    allowed = limits.get("memory")
    if turn.memory is not None and allowed is not None and turn.memory > allowed:
        raise ValueError(f"move {number}: {name} used {turn.memory} bytes, allowed {allowed:g}")


def _check_verdict(evidence: Evidence, record: Record) -> None:
    verdict, outcome = evidence.verdict, record.outcome
    if len(record.moves) != evidence.plies:
        raise ValueError(f"{evidence.plies} plies are claimed, {len(record.moves)} were played")
    if verdict.names_guilty:
        if evidence.guilty is None:
            raise ValueError(f"the verdict {verdict.value} names nobody guilty")
        if evidence.winner != opponent(evidence.guilty):
            raise ValueError("the guilty side has not lost")
        if outcome is not None:
            raise ValueError(f"the game was over already: {outcome.reason}")
        return
    if verdict is Verdict.REFEREE_ERROR:
        if (evidence.winner, evidence.guilty) != (None, None):
            raise ValueError(f"the verdict {verdict.value} is nobody's guilt and nobody's win")
        return
    winner = None if outcome is None else outcome.winner
    if verdict in (Verdict.PLY_CAP, Verdict.TABLES):
        if outcome is not None:
            raise ValueError(f"the game was over by the rules: {outcome.reason}")
        if verdict is Verdict.TABLES:
            winner = _proven_winner(evidence, record)
    elif outcome is None:
        allowed = facts(record.game).repetitions
        is_repeated = allowed and record.positions.count(record.position) >= allowed
        if verdict is not Verdict.REPETITION or not is_repeated:
            raise ValueError(f"the verdict is {verdict.value}, but the game is not over")
    elif (outcome.reason == "repetition") != (verdict is Verdict.REPETITION):
        raise ValueError(f"the verdict is {verdict.value}, but the game ended by {outcome.reason}")
    expected = None if winner is None else evidence.agent_of(winner, record)
    if evidence.draws == "time" and winner is None:
        expected = _more_time_left(evidence)
    if evidence.winner != expected:
        raise ValueError(f"the winner is {expected}, not {evidence.winner}")


def _more_time_left(evidence: Evidence) -> str | None:
    a, b = (evidence.used.get(name, {}).get("cpu", 0.0) for name in AGENTS)
    if abs(a - b) <= ROUNDING_S:
        return evidence.winner  # it was decided by less than the file tells
    return "A" if a < b else "B"


def _proven_winner(evidence: Evidence, record: Record) -> str | None:
    if evidence.proof is None:
        raise ValueError(f"the verdict {evidence.verdict.value} has no proof")
    adjudication.check(evidence.proof, record)
    return adjudication.winner(evidence.proof, record.position)
