"""What an agent may use, and the clock that counts it down.

CPU time and wall time are two limits, each per move, per game (a bank), or both. All CPU time since
the last answer counts for the next one: who thinks while the opponent is to move, pays for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, overload

from hopsow import agents
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.games import Position
from hopsow.records import Record

KIB, MIB = 1 << 10, 1 << 20
FOREVER = float("inf")
PLIES = {"halma": 500, "checkers": 2000, "awari": 2000}
# Whoever sets only a CPU limit still wants a sleeping program to lose at some time.
WALL_PER_CPU, WALL_GRACE_S = 10.0, 10.0


@dataclass(frozen=True)
class Limits:
    """The limits of each side in one game; None is no limit. Times in seconds, sizes in bytes."""

    cpu_move: float | None = None
    cpu_game: float | None = None
    wall_move: float | None = None
    wall_game: float | None = None
    memory: int = 2048 * MIB
    processes: int = 64
    output: int = 1 * MIB
    files: int = 256
    file_size: int = 64 * MIB
    plies: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and not value > 0:
                raise ValueError(f"the limit {field.name} is {value}, expected more than 0")

    @cached_property
    def plays_bank(self) -> bool:
        """Whether there is a limit per game."""
        return self.cpu_game is not None or self.wall_game is not None

    @cached_property
    def shortest(self) -> float:
        """The smallest of the times."""
        times = (self.cpu_move, self.cpu_game, self.wall_move, self.wall_game)
        return min((time for time in times if time is not None), default=FOREVER)

    @classmethod
    def course(cls, game: str) -> Limits:
        """What the courses allow: 100 s a game of Halma (S1.8), else a second a move (S4.2)."""
        if game == "halma":
            return cls(cpu_game=100.0, plies=PLIES[game]).with_wall()
        return cls(cpu_move=1.0, plies=PLIES[game]).with_wall()

    def with_wall(self) -> Limits:
        """The same, with a generous wall limit where there is none at all."""
        if self.wall_move is not None or self.wall_game is not None:
            return self
        cpu = min(self.cpu_move or FOREVER, self.cpu_game or FOREVER)
        if cpu == FOREVER:
            return self
        return replace(self, wall_move=WALL_PER_CPU * cpu + WALL_GRACE_S)

    def as_json(self) -> dict[str, Any]:
        """The limits by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


class Earlier(Sequence[Position]):
    """The positions before the present one of a game that goes on; looked up only when asked for,
    because most agents never do."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def __len__(self) -> int:
        return len(self._record.moves)

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Position, ...]: ...
    def __getitem__(self, index: int | slice) -> Position | tuple[Position, ...]:
        return self._record.positions[:-1][index]

    def __iter__(self) -> Iterator[Position]:
        return iter(self._record.positions[:-1])


class Clock:
    """What one side has used of its limits. `cpu` and `wall` are what is left for the next move."""

    __slots__ = ("cpu_used", "limits", "wall_used")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.cpu_used = 0.0
        self.wall_used = 0.0

    def told(self, record: Record) -> agents.Clock:
        """What an agent of the house is told before its move."""
        limits = self.limits
        counts_cpu = limits.cpu_move is not None or limits.cpu_game is not None
        move = limits.cpu_move if counts_cpu else limits.wall_move
        left = self.bank if limits.plays_bank else None
        return agents.Clock(left, 0.0, move, counts_cpu, Earlier(record))

    @property
    def cpu(self) -> float:
        return _left(self.limits.cpu_move, self.limits.cpu_game, self.cpu_used)

    @property
    def wall(self) -> float:
        return _left(self.limits.wall_move, self.limits.wall_game, self.wall_used)

    @property
    def least(self) -> float:
        """What may surely be used before any limit is reached."""
        used = self.cpu_used if self.cpu_used > self.wall_used else self.wall_used
        sure = self.limits.shortest - used
        return sure if sure > 0 else min(self.cpu, self.wall)

    @property
    def bank(self) -> float:
        """What is left for the rest of the game, or for this move where there is no bank."""
        banks = [(self.limits.cpu_game, self.cpu_used), (self.limits.wall_game, self.wall_used)]
        left = [bank - used for bank, used in banks if bank is not None]
        return min(left) if left else min(self.cpu, self.wall)

    def charge(self, cpu: float, wall: float) -> None:
        """Count a move's time; who has used more than there was, has lost on time."""
        cpu_left, wall_left = self.cpu, self.wall
        self.cpu_used += cpu
        self.wall_used += wall
        if cpu > cpu_left:
            raise Fault(Verdict.CPU_TIME, f"used {cpu:.3f} s of CPU time, {cpu_left:.3f} s left")
        if wall > wall_left:
            raise Fault(Verdict.WALL_TIME, f"took {wall:.3f} s, {wall_left:.3f} s left")


def _left(per_move: float | None, per_game: float | None, used: float) -> float:
    bank = FOREVER if per_game is None else per_game - used
    return min(FOREVER if per_move is None else per_move, bank)
