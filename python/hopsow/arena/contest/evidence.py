"""What is kept of a game: one JSON object that says who did what, and can be checked again.

Checking plays every move anew by the rules, and then holds the verdict against where that led. The
files carry a version; those of Hopsow 0.1.0 are of version 1, as are all files written since.
"""

from __future__ import annotations

import json
import traceback
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any

from hopsow import __version__
from hopsow.arena import documents
from hopsow.arena.contest import entrants, signature
from hopsow.arena.contest.task import Task
from hopsow.arena.documents import Limited, OneOf
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.referee.adjudication import Proof
from hopsow.arena.referee.clocks import Exchange
from hopsow.arena.referee.game import AGENTS, Game, in_words, opponent
from hopsow.arena.referee.programs import ProgramSeat
from hopsow.arena.referee.seat import HouseSeat
from hopsow.arena.verdicts import Verdict
from hopsow.files import read_small, write_atomically
from hopsow.games import parse
from hopsow.records import Record

FORMAT = "hopsow evidence"
VERSION = 1
SECOND_DIGITS = 6

Agent = Annotated[str, OneOf(*AGENTS)]
AgentOrNone = Annotated[str | None, OneOf(*AGENTS, None)]
OfBoth = Limited(min_length=2)  # of a table whose keys are agents
Allowed = dict[str, float | bool | None]  # limits by name


@dataclass(frozen=True, slots=True)
class Turn:
    """A move, who made it, and what it took; of the opening nobody is the author."""

    by: AgentOrNone = None
    move: str | None = None
    cpu: float = 0.0
    wall: float = 0.0
    memory: int | None = None
    sent: str | None = None
    received: str | None = None

    @classmethod
    def of(cls, by: str | None, move: str | None, exchange: Exchange) -> Turn:
        """A turn that took an exchange."""
        if by is None:
            return cls(by, move)
        cpu, wall = (round(time, SECOND_DIGITS) for time in (exchange.cpu, exchange.wall))
        return cls(by, move, cpu, wall, exchange.memory, exchange.sent, exchange.received)

    def as_json(self) -> dict[str, Any]:
        """The turn without what is not known of it."""
        turn: dict[str, Any] = {"by": self.by, "move": self.move}
        if self.by is not None:
            turn |= {"cpu": self.cpu, "wall": self.wall}
        if self.memory is not None:
            turn["memory"] = self.memory
        if self.sent is not None or self.received is not None:
            turn |= {"sent": self.sent, "received": self.received}
        return turn


@dataclass(frozen=True, slots=True)
class Said:
    """What is read of what a seat had to say at the end."""

    stderr: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """What one agent used in a whole game, in seconds; what is left is None without a limit."""

    moves: int
    cpu: float
    cpu_mean: float
    cpu_largest: float
    cpu_left: float | None
    wall_left: float | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """A finished game; `winner` and `guilty` are A, B or None, `failed` the move that was none.

    `used` are each agent's seconds of CPU and wall time, `left` what its seat had to say at the
    end, `meters` how its time was measured, and `sandbox` where programs ran, if there were any.
    """

    game: str
    rules: str
    start: str
    agents: Annotated[dict[Agent, str], OfBoth]
    first: Agent
    moves: tuple[Turn, ...]
    verdict: Verdict
    winner: AgentOrNone
    guilty: AgentOrNone
    plies: int
    reason: str = ""
    failed: Turn | None = None
    proof: Proof | None = None  # of the result, where tables ended the game
    draws: str = "draw"
    seed: int = 0
    limits: Allowed = field(default_factory=dict)
    limits_b: Allowed | None = None  # where B's are others
    used: Annotated[dict[Agent, dict[str, float]], OfBoth] = field(default_factory=dict)
    left: dict[str, dict[str, Any]] = field(default_factory=dict)
    meters: Annotated[dict[Agent, str], OfBoth] = field(default_factory=dict)
    sandbox: dict[str, str] | None = None
    hopsow: str = __version__
    version: int = VERSION

    def __repr__(self) -> str:
        players = " against ".join(self.agents.values())
        outcome = f"{self.winner} wins" if self.winner else "no winner"
        how = f"{outcome} after {self.plies} plies, {self.verdict.value}"
        return f"<Evidence of {self.game}: {players}, {how}>"

    @classmethod
    def of(cls, task: Task, game: Game) -> Evidence:
        """The evidence of a game that has just been played."""
        record = game.record
        kinds = [ProgramSeat if entrants.is_program(spec) else HouseSeat for spec in task.agents]
        failed = None if game.failed is None else Turn.of(game.guilty, None, game.failed)
        return cls(
            game=record.game,
            rules=record.rules,
            start=str(record.start),
            agents=dict(zip(AGENTS, task.agents, strict=True)),
            first=game.first,
            moves=tuple(Turn.of(by, str(move), exchange) for by, move, exchange in game.turns),
            verdict=game.verdict,
            winner=game.winner,
            guilty=game.guilty,
            plies=game.plies,
            reason=game.reason,
            failed=failed,
            proof=game.proof,
            draws=task.draws,
            seed=task.seed,
            limits=task.limits.as_json(),
            limits_b=None if task.limits_b is None else task.limits_b.as_json(),
            used={
                name: {
                    "cpu": round(clock.cpu_used, SECOND_DIGITS),
                    "wall": round(clock.wall_used, SECOND_DIGITS),
                }
                for name, clock in game.clocks.items()
            },
            left=game.left,
            meters={name: kind.meter for name, kind in zip(AGENTS, kinds, strict=True)},
            sandbox=Sandbox.choose(task.sandbox).as_json() if task.has_program else None,
        )

    @classmethod
    def of_error(cls, task: Task, error: Exception) -> Evidence:
        """The evidence of a game that could not be played, through nobody's fault."""
        start = task.start()
        return cls(
            game=task.game,
            rules=start.rules,
            start=str(start),
            agents=dict(zip(AGENTS, task.agents, strict=True)),
            first=task.first,
            moves=tuple(Turn(None, move) for move in task.opening),
            verdict=Verdict.REFEREE_ERROR,
            winner=None,
            guilty=None,
            plies=len(task.opening),
            reason=in_words(error),
            draws=task.draws,
            seed=task.seed,
            limits=task.limits.as_json(),
            limits_b=None if task.limits_b is None else task.limits_b.as_json(),
            used={name: {"cpu": 0.0, "wall": 0.0} for name in AGENTS},
            left={"referee": {"stderr": "".join(traceback.format_exception(error))}},
        )

    def as_json(self) -> dict[str, Any]:
        """The evidence as it is written."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            "format": FORMAT,
            **values,
            "verdict": self.verdict.value,
            "moves": [turn.as_json() for turn in self.moves],
            "failed": None if self.failed is None else self.failed.as_json(),
            "proof": None if self.proof is None else asdict(self.proof),
        }

    def write(self, path: Path) -> None:
        """Write the file, signed by the referee of this machine."""
        content = signature.signed(self.as_json())
        write_atomically(path, json.dumps(content, indent=1) + "\n")

    def record(self) -> Record:
        """The moves played again; a ValueError says which of them cannot be."""
        record = Record(self.game, self.rules, parse(self.game, self.start, self.rules))
        for number, turn in enumerate(self.moves, 1):
            try:
                record.play(turn.move or "")
            except ValueError as error:
                raise ValueError(f"move {number}: {error}") from None
        return record

    def totals(self) -> dict[str, Total]:
        """What each agent used in all its moves, one that was not played included."""
        return {name: self._total(name) for name in AGENTS}

    def _total(self, name: str) -> Total:
        turns = [turn for turn in (*self.moves, self.failed) if turn is not None]
        spent = [turn.cpu for turn in turns if turn.by == name]
        limits = self.limits if name == "A" or self.limits_b is None else self.limits_b
        used = self.used.get(name, {})
        cpu, wall = used.get("cpu", sum(spent)), used.get("wall", 0.0)
        cpu_game, wall_game = limits.get("cpu_game"), limits.get("wall_game")
        return Total(
            moves=len(spent),
            cpu=cpu,
            cpu_mean=cpu / len(spent) if spent else 0.0,
            cpu_largest=max(spent, default=0.0),
            cpu_left=None if cpu_game is None else max(0.0, cpu_game - cpu),
            wall_left=None if wall_game is None else max(0.0, wall_game - wall),
        )

    def agent_of(self, side: str, record: Record) -> str:
        """Which agent played a side."""
        return self.first if side == record.start.to_move else opponent(self.first)


def read(path: str | Path) -> Evidence:
    """Read a file of evidence; a ValueError names the file and what is wrong with it."""
    try:
        return loads(read_small(path))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def loads(text: str | bytes) -> Evidence:
    """The evidence in a text; a ValueError says why it is not evidence."""
    return from_json(documents.from_json(text))


def from_json(content: Any) -> Evidence:
    """The evidence in a JSON object."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"not a file of evidence, expected format {FORMAT!r}")
    if content.get("version") != VERSION:
        version = content.get("version")
        raise ValueError(f"evidence of version {version!r}, expected {VERSION}")
    try:
        evidence = documents.checked(Evidence, content, is_open=True)
        for name, said in evidence.left.items():
            documents.checked(Said, said, f" in left.{name}", is_open=True)
    except ValueError as error:
        raise ValueError(f"the evidence is damaged: {error}") from None
    return evidence
