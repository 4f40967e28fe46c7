"""One game as a task: everything needed to play it, in this process or another one.

Agents are named as on the command line. `cmd:` and `ugi:` are programs, which only the arena runs;
every other name is an agent of the house and is made by `hopsow.agents`.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from hopsow.agents import Agent, make
from hopsow.arena.folders import folder
from hopsow.arena.limits import Limits
from hopsow.arena.program import Program
from hopsow.arena.referee import AGENTS, Game, Referee
from hopsow.arena.sandbox import Sandbox
from hopsow.arena.seats import (
    CheckersPipeSeat,
    HalmaFilesSeat,
    HouseSeat,
    ProgramSeat,
    Seat,
    UgiSeat,
)
from hopsow.games import Position, parse, start
from hopsow.protocols import checkers as checkers_pipe

PROGRAMS = ("cmd", "ugi")


class Task(NamedTuple):
    """A game to be played. `agents` names A and B; `position` None is the start of the game."""

    game: str
    agents: tuple[str, str]
    first: str = "A"
    rules: str | None = None
    position: str | None = None
    opening: tuple[str, ...] = ()
    limits: Limits = Limits()
    sandbox: str = "auto"
    draws: str = "draw"
    seed: int = 0
    mode: str | None = None  # what Halma's input.txt says; by default it follows from the limits

    def start(self) -> Position:
        """The position before the first move."""
        if self.position is None:
            return start(self.game, self.rules)
        return parse(self.game, self.position, self.rules)


def is_program(spec: str) -> bool:
    """Whether an agent is a program of its own."""
    return spec.partition(":")[0] in PROGRAMS


def command(spec: str) -> list[str]:
    """The command of a program agent, with the files it names made absolute.

    Programs run in a folder of their own, so that a relative name would mean nothing there.
    """
    try:
        words = shlex.split(spec.partition(":")[2])
    except ValueError as error:
        raise ValueError(f"agent {spec!r}: {error}") from None
    if not words:
        raise ValueError(f"agent {spec!r}: expected {spec.partition(':')[0]}:PROGRAM ARGS…")
    words = [os.path.abspath(word) if os.path.exists(word) else word for word in words]
    if shutil.which(words[0]) is None:
        problem = "is not executable" if os.path.exists(words[0]) else "is not found"
        raise ValueError(f"agent {spec!r}: the program {words[0]} {problem}")
    return words


def check(spec: str, game: str, rules: str | None = None) -> None:
    """Refuse an agent that cannot play, before any game is begun."""
    if not is_program(spec):
        house_agent(spec, game)
        return
    if not sys.platform.startswith("linux"):
        raise ValueError(f"agent {spec!r}: programs are refereed on Linux only")
    command(spec)
    if spec.startswith("cmd:"):
        if game == "awari":
            raise ValueError(f"agent {spec!r}: Awari has no course format for programs, use ugi:")
        if game == "checkers" and rules not in (None, checkers_pipe.RULES):
            known = checkers_pipe.RULES
            raise ValueError(f"agent {spec!r}: the checkers pipe knows only the rules {known}")


def house_agent(spec: str, game: str, seed: int = 0) -> Agent:
    """An agent of the house; `random` alone plays by the seed of its game."""
    if spec == "random":
        spec = f"random:seed={seed}"
    return make(spec, game)


def play(task: Task) -> Game:
    """Play a game, each program in a folder of its own that is gone afterwards."""
    if not any(map(is_program, task.agents)):
        return _referee(task, {"A": _house_seat(task, 0), "B": _house_seat(task, 1)}).play()
    with folder() as path:
        return _referee(task, take_seats(task, path)).play()


def _referee(task: Task, seats: dict[str, Seat]) -> Referee:
    return Referee(seats, task.start(), task.limits, task.first, task.opening, task.draws)


def _house_seat(task: Task, index: int) -> HouseSeat:
    return HouseSeat(house_agent(task.agents[index], task.game, 2 * task.seed + index))


def take_seats(task: Task, folder: Path) -> dict[str, Seat]:
    """Both agents, ready to be asked."""
    sandbox = Sandbox.choose(task.sandbox)
    seats: dict[str, Seat] = {}
    try:
        for index, (name, spec) in enumerate(zip(AGENTS, task.agents, strict=True)):
            if is_program(spec):
                other = task.agents[1 - index]
                opponent = command(other) if is_program(other) else []
                seats[name] = program_seat(task, spec, folder / name, sandbox, opponent)
            else:
                seats[name] = _house_seat(task, index)
    except BaseException:
        for seat in seats.values():
            seat.leave()
        raise
    return seats


def program_seat(
    task: Task, spec: str, directory: Path, sandbox: Sandbox, opponent: Iterable[str] = ()
) -> ProgramSeat:
    """A program in its own folder, speaking what its name says."""
    directory.mkdir()
    program = Program(command(spec), directory, task.limits, sandbox, opponent)
    if spec.startswith("ugi:"):
        return UgiSeat(program, task.start())
    if task.game == "halma":
        return HalmaFilesSeat(program, task.mode)
    return CheckersPipeSeat(program)
