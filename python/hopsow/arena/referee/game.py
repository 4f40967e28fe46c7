"""One game between two agents: the referee keeps the truth and names who broke which rule.

Only the record decides what the position is and whose turn it is; whatever a program says about the
board is compared with it and otherwise forgotten. The two agents are called A and B; `first` says
which of them plays the side that is to move in the start position.
"""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from time import perf_counter
from typing import Any

from hopsow.agents import Clock as AgentClock
from hopsow.arena.limits import Limits
from hopsow.arena.referee import adjudication
from hopsow.arena.referee.adjudication import Proof
from hopsow.arena.referee.clocks import Clock, Exchange, Stopwatch
from hopsow.arena.referee.seat import Question, Seat
from hopsow.arena.referee.sight import Plies, Sight
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.games import Move, Outcome, Position, facts
from hopsow.records import Record

Progress = Callable[[Plies], None]  # is told now and then how many plies have been played

AGENTS = ("A", "B")
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
    proof: Proof | None = None
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
        moves = self.record.moves
        for move in moves[: self.opening]:
            yield None, move, Exchange()
        for number, move in enumerate(moves[self.opening :], 1):
            yield self.watch.movers[number - 1], move, self.watch.exchange(number)


class Referee:
    """Owns one game, from the first move to the last process."""

    def __init__(
        self,
        seats: Mapping[str, Seat],
        start: Position,
        limits: Limits,
        first: str = "A",
        opening: tuple[str, ...] = (),
        draws: str = "draw",
        limits_b: Limits | None = None,
        progress: Progress | None = None,
        adjudicate: str = adjudication.OFF,
    ) -> None:
        self.seats = seats
        self.every = adjudication.every(adjudicate, start.game)
        self.limits = limits
        self.progress = progress
        self.draws = draws
        self.record = Record(start.game, start.rules, start)
        for move in opening:
            self.record.play(move)
        self.opening = len(opening)
        self.first = first
        # Who plays each side.
        self.agents = {
            side: first if side == start.to_move else opponent(first) for side in start.sides
        }
        self.clocks = {"A": Clock(limits), "B": Clock(limits_b or limits)}
        self.is_alike = limits_b is None and not limits.plays_bank  # what both are told
        self.watch = Stopwatch(
            {name: self.clocks[name] for name in AGENTS if seats[name].is_watched}
        )

    def play(self) -> Game:
        """Play to the end; then no process of either agent is left.

        Whatever goes wrong here that is no agent's fault is a verdict too, on this game alone.
        """
        left: dict[str, dict[str, Any]] = {}
        try:
            try:
                self._prepare()
                game = self._play_on()
            except Fault as fault:
                game = self._condemn(fault)
            except Exception as error:
                if ends_the_run(error):
                    raise
                game = self._end(Verdict.REFEREE_ERROR, None, None, in_words(error))
                left["referee"] = {"stderr": "".join(traceback.format_exception(error))}
        finally:
            left |= self._clear()
        game.left = left
        return game

    def _prepare(self) -> None:
        clocks = {side: self.clocks[agent] for side, agent in self.agents.items()}
        for name, seat in self.seats.items():
            try:
                seat.sit(clocks, self.seats[opponent(name)].programs)
            except Fault as fault:
                raise fault.of(name) from None

    def _play_on(self) -> Game:
        """The loop of every game. Quick agents answer within a microsecond, so that it does nothing
        twice, and nothing that can wait."""
        record, watch = self.record, self.watch
        outcome = record.outcome
        if outcome is not None:
            return self._by_rules(outcome)
        if self.every and (proof := adjudication.proof(record)):
            return self._by_tables(proof)
        questions = {
            name: seat.question(record, self.clocks[name], watch)
            for name, seat in self.seats.items()
        }
        turns, position = self._turns(questions), record.position
        allowed = _repetitions(record.game)
        seen = None if allowed is None else set(record.positions)
        mark, moved, append = watch.marks.append, watch.movers.append, record.append
        every, paused = self.every, 0.0
        programs = {name for name, seat in self.seats.items() if not seat.is_watched}
        was_told = False
        due = watch.start()
        for _ in range(self.opening, self.limits.plies or sys.maxsize):
            agent, ask, clock = turns[position.to_move]
            try:
                answer = ask(position, clock)
            except Exception as error:
                raise self.seats[agent].fault(error) from None
            now = perf_counter() - paused
            mark(now)
            moved(agent)
            is_late = now >= due
            if is_late:
                watch.charge()
                due, turns = watch.due, self._turns(questions)
            if type(answer) is Move:
                move = answer
                try:
                    position = position.play(move)
                except ValueError:
                    move, position = self.seats[agent].played(position, move)
            else:
                move, position = self.seats[agent].played(position, answer)
            outcome = append(move, position)
            if outcome is not None:
                return self._by_rules(outcome)
            if seen is not None:
                different = len(seen)
                seen.add(position)
                if len(seen) == different and record.positions.count(position) >= (allowed or 0):
                    why = f"a position occurred {allowed} times"
                    return self._drawn(Verdict.REPETITION, why)
            is_slow = is_late or agent in programs
            if is_slow or was_told:  # a quick answer is told with the move before it
                was_told = is_slow
                if self.progress is not None:
                    with watch.pause():
                        self.progress(Plies(len(record.moves), self._sight))
                    paused = watch.paused
            if every and not len(record.moves) % every:
                with watch.pause():
                    proof = adjudication.proof(record)
                paused = watch.paused
                if proof is not None:
                    return self._by_tables(proof)
        return self._drawn(Verdict.PLY_CAP, f"{len(record.moves)} plies were played")

    def _sight(self) -> Sight:
        clocks = self.clocks["A"], self.clocks["B"]
        return Sight(
            start=str(self.record.start),
            moves=" ".join(map(str, self.record.moves)),
            cpu=(clocks[0].cpu_used, clocks[1].cpu_used),
            wall=(clocks[0].wall_used, clocks[1].wall_used),
        )

    def _turns(
        self, questions: Mapping[str, Question]
    ) -> dict[str, tuple[str, Question, AgentClock]]:
        """For each side its agent, how it is asked, and the clock that built-in agents see until
        the clocks are charged again."""
        clocks = {"A": self.clocks["A"].for_agent(self.record)}
        clocks["B"] = clocks["A"] if self.is_alike else self.clocks["B"].for_agent(self.record)
        return {
            side: (agent, questions[agent], clocks[agent]) for side, agent in self.agents.items()
        }

    def _by_rules(self, outcome: Outcome) -> Game:
        repeated = outcome.reason == "repetition"
        verdict = Verdict.REPETITION if repeated else Verdict.RULES
        if outcome.winner is None:
            return self._drawn(verdict, outcome.reason)
        return self._end(verdict, self.agents[outcome.winner], None, outcome.reason)

    def _by_tables(self, proof: Proof) -> Game:
        winner = adjudication.winner(proof, self.record.position)
        if winner is None:
            game = self._drawn(Verdict.TABLES, proof.reason)
        else:
            game = self._end(Verdict.TABLES, self.agents[winner], None, proof.reason)
        game.proof = proof
        return game

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
        mover = self.agents[self.record.position.to_move]
        guilty = fault.guilty or self._culprit(fault) or mover
        game = self._end(fault.verdict, opponent(guilty), guilty, fault.reason)
        game.failed = self._failed(guilty)
        return game

    def _failed(self, guilty: str) -> Exchange:
        """What the move took that was none."""
        seat, number = self.seats[guilty], len(self.record.moves) - self.opening + 1
        if seat.is_watched and number < len(self.watch.marks):
            return replace(self.watch.exchange(number), received=seat.exchange.received)
        return seat.exchange

    def _culprit(self, fault: Fault) -> str | None:
        for name, seat in self.seats.items():
            if fault.culprit in seat.programs:
                return name
        return None

    def _end(self, verdict: Verdict, winner: str | None, guilty: str | None, reason: str) -> Game:
        ended = (verdict, winner, guilty, reason)
        return Game(self.record, self.first, *ended, self.opening, self.watch, self.clocks)

    def _clear(self) -> dict[str, dict[str, Any]]:
        """End all programs, whatever one of them does about it."""
        left: dict[str, dict[str, Any]] = {}
        for name, seat in self.seats.items():
            try:
                left[name] = seat.leave()
            except Exception as error:
                left[name] = {"stderr": "", "error": in_words(error)}
        return left


@cache
def _repetitions(game: str) -> int | None:
    """How often a position has to occur for a draw, where the rules themselves say nothing."""
    return facts(game).repetitions


def in_words(error: Exception) -> str:
    """An error that nobody foresaw, in a line."""
    return f"{type(error).__name__}: {error}".strip().replace("\n", " ")


def ends_the_run(error: Exception) -> bool:
    """Whether no other game could be played either, because the judge's own disk is full."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def opponent(agent: str) -> str:
    """The other agent."""
    return "B" if agent == "A" else "A"
