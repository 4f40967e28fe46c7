"""Agents of any kind, asked for a move outside a match: in the terminal and on the checkers pipe.

Built-in agents think in this process. Programs and Python classes of the user play in a process of
their own, within limits; a `Fault` says what one did instead of choosing a legal move in time.
"""

from __future__ import annotations

import sys

from hopsow.agents import Clock, make
from hopsow.arena.contest import entrants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import ExitStack

    from hopsow.games import Move, Position
    from hopsow.records import Record

    Choose = Callable[[Record], Move]

HUMAN = "human"


def chooser(spec: str, begin: Position, stack: ExitStack, cpu: float, is_told: bool) -> Choose:
    """How to ask an agent; its process ends with the stack.

    `begin` is a position of the game and of the rule set. A program may use `cpu` seconds for each
    move; a built-in agent knows of that limit if it `is_told`.
    """
    if entrants.is_program(spec):
        return _program(spec, begin, stack, cpu)
    agent = make(spec, begin.game)
    limit = cpu if is_told else None

    def choose(record: Record) -> Move:
        clock = Clock(move=limit, counts_cpu=True, earlier=record.positions[:-1])
        return agent.choose(record.position, clock)

    return choose


def _program(spec: str, begin: Position, stack: ExitStack, cpu: float) -> Choose:
    """A program in a folder and a process of its own, which end with the stack."""
    from hopsow.arena.contest.task import Task, program_seat
    from hopsow.arena.limits import Limits
    from hopsow.arena.process.folders import folder
    from hopsow.arena.process.sandbox import Sandbox
    from hopsow.arena.referee.clocks import Clock as Limit
    from hopsow.cli.printable import printable

    limits = Limits(cpu_move=cpu).with_wall()
    task = Task(begin.game, (spec, spec), rules=begin.rules, limits=limits)
    path = stack.enter_context(folder())
    seat = program_seat(task, spec, path / "A", Sandbox.choose("auto"))

    def leave() -> None:
        print(printable(seat.leave()["stderr"]), end="", file=sys.stderr)

    stack.callback(leave)
    is_seated = False

    def choose(record: Record) -> Move:
        nonlocal is_seated
        if not is_seated:
            seat.sit({}, ())
            is_seated = True
        move, _ = seat.ask(record, Limit(limits))
        return move

    return choose
