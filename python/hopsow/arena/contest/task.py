"""One game as a task: everything needed to play it, in this process or another one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hopsow.agents import Agent
from hopsow.arena.contest import entrants
from hopsow.arena.limits import Limits
from hopsow.arena.process.folders import folder
from hopsow.arena.process.program import Program
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.referee.adjudication import OFF
from hopsow.arena.referee.by_game import FORMATS
from hopsow.arena.referee.game import AGENTS, Game, Progress, Referee
from hopsow.arena.referee.programs import ProgramSeat
from hopsow.arena.referee.seat import HouseSeat, Seat
from hopsow.arena.referee.ugi import UgiSeat
from hopsow.games import Position, parse, start


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played. `agents` names A and B; `position` None is the start of the game, and
    `limits_b` None are the limits of both. `others` are agents that do not play, and whose files
    nobody should see."""

    game: str
    agents: tuple[str, str]
    first: str = "A"
    rules: str | None = None
    position: str | None = None
    opening: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    sandbox: str = "auto"
    draws: str = "draw"
    seed: int = 0
    limits_b: Limits | None = None  # where B's are others
    others: tuple[str, ...] = ()
    adjudicate: str = OFF  # or tables, which end a game whose result they know
    mode: str | None = None  # what Halma's input.txt says; by default it follows from the limits

    def start(self) -> Position:
        """The position before the first move."""
        if self.position is None:
            return start(self.game, self.rules)
        return parse(self.game, self.position, self.rules)

    def limits_of(self, agent: str) -> Limits:
        """What A or B may use."""
        return self.limits if agent == "A" or self.limits_b is None else self.limits_b

    @property
    def has_program(self) -> bool:
        """Whether an agent is a program, which may need a sandbox."""
        return any(map(entrants.is_program, self.agents))


Own = Mapping[str, Callable[[], Agent]]  # makers of the caller's agents, by the names in a task


def play(task: Task, progress: Progress | None = None, own: Own | None = None) -> Game:
    """Play a game, each program in a folder of its own that is gone afterwards."""
    if not task.has_program:
        seats = {"A": _house_seat(task, 0, own), "B": _house_seat(task, 1, own)}
        return _referee(task, seats, progress).play()
    with folder() as path:
        return _referee(task, take_seats(task, path, own), progress).play()


def _referee(task: Task, seats: dict[str, Seat], progress: Progress | None) -> Referee:
    return Referee(
        *(seats, task.start(), task.limits, task.first, task.opening, task.draws),
        limits_b=task.limits_b,
        progress=progress,
        adjudicate=task.adjudicate,
    )


def _house_seat(task: Task, index: int, own: Own | None) -> Seat:
    name = task.agents[index]
    if own and name in own:
        return HouseSeat(own[name]())
    return HouseSeat(entrants.house_agent(name, task.game, 2 * task.seed + index))


def take_seats(task: Task, folder: Path, own: Own | None = None) -> dict[str, Seat]:
    """Both agents, ready to be asked."""
    sandbox = Sandbox.choose(task.sandbox)
    seats: dict[str, Seat] = {}
    try:
        for index, (name, spec) in enumerate(zip(AGENTS, task.agents, strict=True)):
            if entrants.is_program(spec):
                others = [task.agents[1 - index], *task.others]
                secret = [entrants.command(each) for each in others if entrants.is_program(each)]
                limits = task.limits_of(name)
                seats[name] = program_seat(task, spec, folder / name, sandbox, secret, limits)
            else:
                seats[name] = _house_seat(task, index, own)
    except BaseException:
        for seat in seats.values():
            seat.leave()
        raise
    return seats


def program_seat(
    task: Task,
    spec: str,
    directory: Path,
    sandbox: Sandbox,
    others: Iterable[list[str]] = (),
    limits: Limits | None = None,
) -> ProgramSeat:
    """A program in its own folder, speaking what its name says; within A's limits by default."""
    directory.mkdir()
    program = Program(entrants.command(spec), directory, limits or task.limits, sandbox, others)
    if entrants.speaks_ugi(spec):
        return UgiSeat(program, task.start())
    return FORMATS[task.game].course_seat(program, task.mode)
