"""What is kept of a game: one JSON object that says who did what, and can be checked again.

Checking plays every move anew by the rules, and then holds the verdict against where that led.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hopsow import __version__
from hopsow.arena.contest import Task, is_program
from hopsow.arena.referee import AGENTS, REPETITIONS, Game, opponent
from hopsow.arena.sandbox import Sandbox
from hopsow.arena.seats import HouseSeat, ProgramSeat
from hopsow.arena.stopwatch import Exchange
from hopsow.arena.verdicts import Verdict
from hopsow.files import write_atomically
from hopsow.games import parse
from hopsow.records import Record

FORMAT = "hopsow evidence"
VERSION = 1
Evidence = dict[str, Any]


def of(task: Task, game: Game) -> Evidence:
    """The evidence of a game."""
    record = game.record
    has_program = any(map(is_program, task.agents))
    meters = [ProgramSeat.meter if is_program(spec) else HouseSeat.meter for spec in task.agents]
    return {
        "format": FORMAT,
        "version": VERSION,
        "hopsow": __version__,
        "game": record.game,
        "rules": record.rules,
        "start": str(record.start),
        "agents": dict(zip(AGENTS, task.agents, strict=True)),
        "first": game.first,
        "seed": task.seed,
        "limits": task.limits.as_json(),
        "draws": task.draws,
        "meters": dict(zip(AGENTS, meters, strict=True)),
        "sandbox": Sandbox.choose(task.sandbox).as_json() if has_program else None,
        "moves": [_turn(by, str(move), exchange) for by, move, exchange in game.turns],
        "failed": None if game.failed is None else _turn(game.guilty, None, game.failed),
        "verdict": game.verdict.value,
        "winner": game.winner,
        "guilty": game.guilty,
        "reason": game.reason,
        "plies": game.plies,
        "used": {
            name: {"cpu": round(clock.cpu_used, 6), "wall": round(clock.wall_used, 6)}
            for name, clock in game.clocks.items()
        },
        "left": game.left,
    }


def _turn(by: str | None, move: str | None, exchange: Exchange) -> dict[str, Any]:
    turn: dict[str, Any] = {"by": by, "move": move}
    if by is None:
        return turn
    turn["cpu"], turn["wall"] = round(exchange.cpu, 6), round(exchange.wall, 6)
    if exchange.memory is not None:
        turn["memory"] = exchange.memory
    if exchange.sent is not None or exchange.received is not None:
        turn["sent"], turn["received"] = exchange.sent, exchange.received
    return turn


def write(evidence: Evidence, path: Path) -> None:
    """Write the file so that nobody ever sees half of it."""
    write_atomically(path, json.dumps(evidence, indent=1) + "\n")


def read(path: str | Path) -> Evidence:
    """Read a file of evidence; one that is none is refused with the reason."""
    try:
        return loads(Path(path).read_bytes())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def loads(text: str | bytes) -> Evidence:
    """The evidence in a text; a ValueError says why it is none."""
    try:
        evidence = json.loads(text)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from None
    if not isinstance(evidence, dict) or evidence.get("format") != FORMAT:
        raise ValueError(f"not a file of evidence, expected format {FORMAT!r}")
    if evidence.get("version") != VERSION:
        found = evidence.get("version")
        raise ValueError(f"evidence of version {found!r}, expected {VERSION}")
    missing = [key for key in NEEDED if key not in evidence]
    if missing:
        raise ValueError(f"the key {missing[0]!r} is missing")
    return evidence


NEEDED = (
    "game",
    "rules",
    "start",
    "agents",
    "first",
    "moves",
    "verdict",
    "winner",
    "guilty",
    "plies",
)


def replay(evidence: Evidence) -> Record:
    """Play the moves again and check the verdict; a ValueError says what does not fit."""
    try:
        start = parse(evidence["game"], evidence["start"], evidence["rules"])
        record = Record(evidence["game"], evidence["rules"], start)
        for number, turn in enumerate(evidence["moves"], 1):
            try:
                record.play(turn["move"])
            except ValueError as error:
                raise ValueError(f"move {number}: {error}") from None
        _check_verdict(evidence, record)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"the evidence is damaged: {type(error).__name__}: {error}") from None
    return record


def _check_verdict(evidence: Evidence, record: Record) -> None:
    verdict = Verdict(evidence["verdict"])
    outcome = record.outcome
    if len(record.moves) != evidence["plies"]:
        raise ValueError(f"{evidence['plies']} plies are claimed, {len(record.moves)} were played")
    if verdict.names_guilty:
        if evidence["guilty"] not in AGENTS:
            raise ValueError(f"the verdict {verdict.value} names nobody guilty")
        if evidence["winner"] != opponent(evidence["guilty"]):
            raise ValueError("the guilty side has not lost")
        if outcome is not None:
            raise ValueError(f"the game was over already: {outcome.reason}")
        return
    if verdict is Verdict.PLY_CAP:
        if outcome is not None:
            raise ValueError(f"the game was over by the rules: {outcome.reason}")
    elif outcome is None:
        last = record.positions.count(record.position)
        if verdict is not Verdict.REPETITION or last < REPETITIONS:
            raise ValueError(f"the verdict is {verdict.value}, but the game is not over")
    elif (outcome.reason == "repetition") != (verdict is Verdict.REPETITION):
        raise ValueError(f"the verdict is {verdict.value}, but the game ended by {outcome.reason}")
    winner = None if outcome is None else outcome.winner
    expected = None if winner is None else agent_of(evidence, record, winner)
    by_time = evidence.get("draws") == "time" and winner is None
    if evidence["winner"] != expected and not by_time:
        raise ValueError(f"the winner is {expected}, not {evidence['winner']}")


def agent_of(evidence: Evidence, record: Record, side: str) -> str:
    """Which agent played a side."""
    first: str = evidence["first"]
    return first if side == record.start.to_move else opponent(first)
