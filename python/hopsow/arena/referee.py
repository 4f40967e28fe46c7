"""One game between two agents: the referee keeps the truth and names who broke which rule.

Only the record decides what the position is; whatever a program says about the board is compared
with it and otherwise forgotten. The two agents are called A and B; `first` says which of them moves
first in the start position.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hopsow.arena.limits import FOREVER, Clock, Limits
from hopsow.arena.seats import Exchange, ProgramSeat, Seat, UgiSeat
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.errors import IllegalMoveError
from hopsow.games import Position
from hopsow.records import Record

AGENTS = ("A", "B")
REPETITIONS = 3  # occurrences of a position that end a game of Halma
DRAWS = ("draw", "time")


class Turn(NamedTuple):
    """A move and what it took; opening moves are nobody's and took nothing."""

    by: str | None
    move: str
    exchange: Exchange


@dataclass(slots=True)
class Game:
    """A finished game: the record, how it ended and what everyone did."""

    record: Record
    first: str
    verdict: Verdict
    winner: str | None
    guilty: str | None
    reason: str
    turns: list[Turn]
    failed: Exchange | None = None
    left: dict[str, dict[str, Any]] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)

    @property
    def plies(self) -> int:
        """How many moves were played, the opening included."""
        return len(self.record.moves)


class Referee:
    """Owns one game, from the first move to the last process."""

    def __init__(
        self,
        seats: dict[str, Seat],
        start: Position,
        limits: Limits,
        first: str = "A",
        opening: tuple[str, ...] = (),
        draws: str = "draw",
    ) -> None:
        self.seats = seats
        self.limits = limits
        self.first = first
        self.draws = draws
        self.record = Record(start.game, start.rules, start)
        self.clocks = {name: Clock(limits) for name in AGENTS}
        self.turns: list[Turn] = []
        self._seen = Counter([start]) if start.game == "halma" else None
        for move in opening:
            self.record.play(move)
            self.turns.append(Turn(None, move, Exchange()))
        other = "B" if first == "A" else "A"
        begins, replies = start.to_move, _other(start.sides, start.to_move)
        self.agents = {begins: first, replies: other}

    def play(self) -> Game:
        """Play to the end; then no process of either agent is left."""
        game = None
        try:
            try:
                self._prepare()
                game = self._play_on()
            except Fault as fault:
                game = self._condemn(fault, self._mover)
        finally:
            left = self._clear()
        game.left, game.clocks = left, self.clocks
        return game

    @property
    def _mover(self) -> str:
        return self.agents[self.record.position.to_move]

    def _prepare(self) -> None:
        programs = [seat.program for seat in self.seats.values() if isinstance(seat, ProgramSeat)]
        for program in programs:
            program.neighbours = [other for other in programs if other is not program]
        for name, seat in self.seats.items():
            if isinstance(seat, UgiSeat):
                seat.clocks = {side: self.clocks[agent] for side, agent in self.agents.items()}
            try:
                seat.sit()
            except Fault as fault:
                raise fault.of(name) from None

    def _play_on(self) -> Game:
        record, turns = self.record, self.turns
        cap = self.limits.plies or FOREVER
        asked = {
            side: (agent, self.seats[agent], self.clocks[agent])
            for side, agent in self.agents.items()
        }
        position, seen, plies = record.position, self._seen, len(turns)
        while record.outcome is None:
            if plies >= cap:
                return self._drawn(Verdict.PLY_CAP, f"{plies} plies were played")
            agent, seat, clock = asked[position.to_move]
            move = seat.ask(record, clock)
            try:
                position = record.play(move)
            except IllegalMoveError as error:
                raise Fault(Verdict.ILLEGAL_MOVE, str(error)) from None
            turns.append(Turn(agent, str(move), seat.exchange))
            plies += 1
            if seen is not None:
                seen[position] += 1
                if seen[position] >= REPETITIONS and record.outcome is None:
                    why = f"a position occurred {REPETITIONS} times"
                    return self._drawn(Verdict.REPETITION, why)
        return self._by_rules()

    def _by_rules(self) -> Game:
        outcome = self.record.outcome
        assert outcome is not None
        repeated = outcome.reason == "repetition"
        verdict = Verdict.REPETITION if repeated else Verdict.RULES
        if outcome.winner is None:
            return self._drawn(verdict, outcome.reason)
        return self._end(verdict, self.agents[outcome.winner], None, outcome.reason)

    def _drawn(self, verdict: Verdict, reason: str) -> Game:
        """A draw, or with `draws="time"` a win of the side that has used less of its time."""
        if self.draws == "time":
            a, b = (self.clocks[name].cpu_used for name in AGENTS)
            if a != b:
                saved = (
                    f"{reason}; more time left, {min(a, b):.3f} s used against {max(a, b):.3f} s"
                )
                return self._end(verdict, "A" if a < b else "B", None, saved)
        return self._end(verdict, None, None, reason)

    def _condemn(self, fault: Fault, mover: str) -> Game:
        guilty = fault.guilty or self._culprit(fault) or mover
        winner = "B" if guilty == "A" else "A"
        game = self._end(fault.verdict, winner, guilty, fault.reason)
        game.failed = self.seats[guilty].exchange
        return game

    def _culprit(self, fault: Fault) -> str | None:
        for name, seat in self.seats.items():
            if isinstance(seat, ProgramSeat) and seat.program is fault.culprit:
                return name
        return None

    def _end(self, verdict: Verdict, winner: str | None, guilty: str | None, reason: str) -> Game:
        return Game(self.record, self.first, verdict, winner, guilty, reason, self.turns)

    def _clear(self) -> dict[str, dict[str, Any]]:
        """End all programs, whatever one of them does about it."""
        left: dict[str, dict[str, Any]] = {}
        failures: list[Exception] = []
        for name, seat in self.seats.items():
            try:
                left[name] = seat.leave(self.record)
            except Exception as error:
                failures.append(error)
        if failures:
            raise failures[0]
        return left


def _other(sides: tuple[str, str], side: str) -> str:
    return sides[1] if side == sides[0] else sides[0]
