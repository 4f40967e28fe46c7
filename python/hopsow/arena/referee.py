"""One game between two agents: the referee keeps the truth and names who broke which rule.

Only the record decides what the position is; whatever a program says about the board is compared
with it and otherwise forgotten. The two agents are called A and B; `first` says which of them moves
first in the start position.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from hopsow.agents import Clock as Told
from hopsow.arena.limits import Clock, Limits
from hopsow.arena.seats import HouseSeat, ProgramSeat, Seat, UgiSeat, legal
from hopsow.arena.stopwatch import Exchange, Stopwatch
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.games import Move, Outcome, Position
from hopsow.records import Record

AGENTS = ("A", "B")
REPETITIONS = 3  # occurrences of a position that end a game of Halma
DRAWS = ("draw", "time")


@dataclass(slots=True)
class Game:
    """A finished game: the record, how it ended and what everyone did."""

    record: Record
    first: str
    verdict: Verdict
    winner: str | None
    guilty: str | None
    reason: str
    opening: int
    watch: Stopwatch
    _clocks: dict[str, Clock]
    failed: Exchange | None = None
    left: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def plies(self) -> int:
        """How many moves were played, the opening included."""
        return len(self.record.moves)

    @property
    def clocks(self) -> dict[str, Clock]:
        """What each agent has used."""
        self.watch.settle()
        return self._clocks

    @property
    def turns(self) -> Iterator[tuple[str | None, Move, Exchange]]:
        """All moves, with who played them and what they took; those of the opening are nobody's."""
        agents = (self.first, opponent(self.first))
        for ply, move in enumerate(self.record.moves):
            if ply < self.opening:
                yield None, move, Exchange()
            else:
                yield agents[ply % 2], move, self.watch.exchange(ply + 1 - self.opening)


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
        self.draws = draws
        self.record = Record(start.game, start.rules, start)
        for move in opening:
            self.record.play(move)
        self.opening = len(opening)
        # By the parity of the ply: in all games the sides take turns.
        self.agents = (first, opponent(first))
        self.clocks = {"A": Clock(limits), "B": Clock(limits)}
        order = self.agents if self.opening % 2 == 0 else self.agents[::-1]
        self.watch = Stopwatch(
            [self.clocks[name] if isinstance(seats[name], HouseSeat) else None for name in order]
        )

    def play(self) -> Game:
        """Play to the end; then no process of either agent is left."""
        try:
            try:
                self._prepare()
                game = self._play_on()
            except Fault as fault:
                game = self._condemn(fault)
        finally:
            left = self._clear()
        game.left = left
        return game

    def _prepare(self) -> None:
        programs = {
            name: seat for name, seat in self.seats.items() if isinstance(seat, ProgramSeat)
        }
        for name, seat in programs.items():
            seat.program.neighbours = [
                other.program for other in programs.values() if other is not seat
            ]
            if isinstance(seat, UgiSeat):
                seat.clocks = {
                    side: self.clocks[self._agent(side)] for side in self.record.start.sides
                }
            try:
                seat.sit()
            except Fault as fault:
                raise fault.of(name) from None

    def _play_on(self) -> Game:
        record, watch, marks = self.record, self.watch, self.watch.marks
        questions, told = [self._question(agent) for agent in self.agents], self._told()
        cap, position = self.limits.plies or sys.maxsize, record.position
        seen = set(record.positions) if record.game == "halma" else None
        due = watch.start()
        for ply in range(self.opening, cap):
            if record.outcome is not None:
                return self._by_rules(record.outcome)
            side = ply & 1
            try:
                move = questions[side](position, told[side])
            except Exception as error:
                raise self._fault(self.agents[side], error) from None
            now = perf_counter()
            marks.append(now)
            if now >= due:
                watch.charge()
                due, told = watch.due, self._told()
            try:
                position = record.play(move)
            except (TypeError, ValueError):
                position = record.play(self._legal(self.agents[side], move))
            if seen is not None:
                different = len(seen)
                seen.add(position)
                if len(seen) == different and self._is_repetition():
                    why = f"a position occurred {REPETITIONS} times"
                    return self._drawn(Verdict.REPETITION, why)
        if record.outcome is not None:
            return self._by_rules(record.outcome)
        return self._drawn(Verdict.PLY_CAP, f"{len(record.moves)} plies were played")

    def _is_repetition(self) -> bool:
        record = self.record
        return record.outcome is None and record.positions.count(record.position) >= REPETITIONS

    def _question(self, agent: str) -> Callable[[Position, Told], Move]:
        """How an agent is asked for its move."""
        seat, clock = self.seats[agent], self.clocks[agent]
        if isinstance(seat, HouseSeat):
            return seat.agent.choose

        def ask(position: Position, told: Told) -> Move:
            move = seat.ask(self.record, clock)
            self.watch.known[len(self.watch.marks)] = seat.exchange
            return move

        return ask

    def _told(self) -> list[Told]:
        """What the agents of the house are told until the clocks are charged again."""
        if self.limits.plays_bank:
            return [self.clocks[agent].told(self.record) for agent in self.agents]
        return [self.clocks["A"].told(self.record)] * 2

    def _fault(self, agent: str, error: Exception) -> Exception:
        """The fault that an error is, if an agent of the house made it."""
        seat = self.seats[agent]
        if isinstance(error, Fault) or not isinstance(seat, HouseSeat):
            return error
        return seat.crash(error)

    def _legal(self, agent: str, answer: object) -> Move:
        """The move that is meant by something else; an agent of the house may answer anything."""
        text = str(answer)
        seat = self.seats[agent]
        if isinstance(seat, HouseSeat):
            seat.received = text
        return legal(self.record.position, text)

    def _by_rules(self, outcome: Outcome) -> Game:
        repeated = outcome.reason == "repetition"
        verdict = Verdict.REPETITION if repeated else Verdict.RULES
        if outcome.winner is None:
            return self._drawn(verdict, outcome.reason)
        return self._end(verdict, self._agent(outcome.winner), None, outcome.reason)

    def _drawn(self, verdict: Verdict, reason: str) -> Game:
        """A draw, or with `draws="time"` a win of the side that has used less of its time."""
        if self.draws == "time":
            self.watch.settle()
            a, b = (self.clocks[name].cpu_used for name in AGENTS)
            if a != b:
                saved = (
                    f"{reason}; more time left, {min(a, b):.3f} s used against {max(a, b):.3f} s"
                )
                return self._end(verdict, "A" if a < b else "B", None, saved)
        return self._end(verdict, None, None, reason)

    def _condemn(self, fault: Fault) -> Game:
        mover = self.agents[len(self.record.moves) % 2]
        guilty = fault.guilty or self._culprit(fault) or mover
        game = self._end(fault.verdict, opponent(guilty), guilty, fault.reason)
        game.failed = self._failed(guilty)
        return game

    def _failed(self, guilty: str) -> Exchange:
        """What the move took that was none."""
        seat, number = self.seats[guilty], len(self.record.moves) - self.opening + 1
        if isinstance(seat, ProgramSeat):
            return seat.exchange
        if number < len(self.watch.marks):
            return replace(self.watch.exchange(number), received=seat.received)
        return Exchange()

    def _culprit(self, fault: Fault) -> str | None:
        for name, seat in self.seats.items():
            if isinstance(seat, ProgramSeat) and seat.program is fault.culprit:
                return name
        return None

    def _end(self, verdict: Verdict, winner: str | None, guilty: str | None, reason: str) -> Game:
        ended = (verdict, winner, guilty, reason)
        return Game(self.record, self.agents[0], *ended, self.opening, self.watch, self.clocks)

    def _agent(self, side: str) -> str:
        """Who plays a side."""
        return self.agents[side != self.record.start.to_move]

    def _clear(self) -> dict[str, dict[str, Any]]:
        """End all programs, whatever one of them does about it."""
        left: dict[str, dict[str, Any]] = {}
        failures: list[Exception] = []
        for name, seat in self.seats.items():
            try:
                left[name] = seat.leave()
            except Exception as error:
                failures.append(error)
        if failures:
            raise failures[0]
        return left


def opponent(agent: str) -> str:
    """The other agent."""
    return "B" if agent == "A" else "A"
