"""A seat at the board: how an agent is asked for a move, whatever kind of agent it is."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from hopsow.agents import Agent, Resignation
from hopsow.agents import Clock as AgentClock
from hopsow.arena.process.program import TAIL, Program
from hopsow.arena.referee import clocks
from hopsow.arena.referee.clocks import Clock, Exchange, Stopwatch
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.errors import AmbiguousMoveError, IllegalMoveError, ParseError
from hopsow.games import Move, Position
from hopsow.records import Record

Played = tuple[Move, Position]  # a legal move, and where it leads
Question = Callable[[Position, AgentClock], Move | Played]


class Seat(Protocol):
    """What the referee asks of a seat.

    `exchange` is what the last question took, `programs` are those that play there, and `meter`
    says how their time is measured. Where `is_watched`, the stopwatch charges the clock; elsewhere
    the seat does so itself.
    """

    meter: str
    is_watched: bool
    exchange: Exchange
    programs: Sequence[Program]

    def sit(self, clocks: Mapping[str, Clock], opponents: Sequence[Program]) -> None:
        """Be ready to play; not on the clock. `clocks` are those of the sides."""

    def question(self, record: Record, clock: Clock, watch: Stopwatch) -> Question:
        """How the agent is asked for its moves; what it answers may still be no move at all."""

    def played(self, position: Position, answer: object) -> Played:
        """What an answer stands for if it is not a `Move`, or not a legal one."""

    def fault(self, error: Exception) -> Exception:
        """What an error of a question is: the agent's fault, or what it was."""

    def leave(self) -> dict[str, Any]:
        """End everything; what is worth keeping."""


class HouseSeat:
    """An agent that runs inside the referee's process. It can be late, but not interrupted."""

    meter = clocks.METER
    is_watched = True
    programs: Sequence[Program] = ()
    exchange = Exchange()  # nothing, which no game changes
    stderr = ""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def sit(self, clocks: Mapping[str, Clock], opponents: Sequence[Program]) -> None:
        """It is always ready."""

    def question(self, record: Record, clock: Clock, watch: Stopwatch) -> Question:
        """The agent itself."""
        return self.agent.choose

    def played(self, position: Position, answer: object) -> Played:
        """An agent may answer with a text, or with anything."""
        self.exchange = Exchange(received=str(answer))
        return legal(position, str(answer))

    def fault(self, error: Exception) -> Exception:
        """An agent that raises an error has crashed, unless it resigns."""
        if isinstance(error, Fault):
            return error
        if isinstance(error, Resignation):
            return Fault(Verdict.NO_ANSWER, str(error))
        self.exchange = Exchange()
        self.stderr = "".join(traceback.format_exception(error))[-TAIL:]
        return Fault(Verdict.CRASH, f"{type(error).__name__}: {error}")

    def leave(self) -> dict[str, Any]:
        """What it said."""
        return {"stderr": self.stderr}


def legal(position: Position, text: str) -> Played:
    """The legal move that a text means."""
    return read_move(lambda: play(position, position.move(text)), "move")


def play(position: Position, move: Move) -> Played:
    """Play a move."""
    return move, position.play(move)


def read_move(read: Callable[[], Played], what: str) -> Played:
    """A move that is read from an answer; what is wrong with it becomes a Fault."""
    try:
        return read()
    except ParseError as error:
        raise Fault(Verdict.BAD_FORMAT, f"{what}: {error}") from None
    except (IllegalMoveError, AmbiguousMoveError) as error:
        raise Fault(Verdict.ILLEGAL_MOVE, str(error)) from None
