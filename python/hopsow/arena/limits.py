"""What an agent may use: CPU time and wall time, each per move, per game (a bank), or both; and
memory, processes, output."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from hopsow.games import facts

MIB = 1 << 20
FOREVER = float("inf")
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
    threads: int = 64  # of all processes together
    output: int = 1 * MIB
    files: int = 256
    file_size: int = 64 * MIB
    disk: int = 256 * MIB  # of all files in the working folder
    entries: int = 10_000  # files and folders there
    plies: int | None = None
    ponder: bool = False  # whether a program may think while its opponent is to move

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and value is not False and not value > 0:
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
        """What the course of a game allows."""
        about = facts(game)
        return cls(plies=about.ply_cap, **about.course_limits).with_wall()  # type: ignore[arg-type]

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
