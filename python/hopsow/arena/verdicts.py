"""How a game can end, and whose doing it was."""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """The end of a game. All but the first four and the last name a guilty side, which has lost;
    a failure of the referee is nobody's guilt, and its game counts for nobody."""

    RULES = "rules"
    REPETITION = "repetition"
    PLY_CAP = "ply-cap"
    TABLES = "tables"
    ILLEGAL_MOVE = "illegal-move"
    BAD_FORMAT = "bad-format"
    CPU_TIME = "cpu-time"
    WALL_TIME = "wall-time"
    MEMORY = "memory"
    CRASH = "crash"
    NO_ANSWER = "no-answer"
    OUTPUT_FLOOD = "output-flood"
    SPAWN_FAILURE = "spawn-failure"
    REFEREE_ERROR = "referee-error"

    @property
    def is_played(self) -> bool:
        """Whether the game says anything about those who played it."""
        return self is not Verdict.REFEREE_ERROR

    @property
    def names_guilty(self) -> bool:
        """Whether one side lost by what it did rather than by its moves."""
        return self.is_played and self not in (
            *(Verdict.RULES, Verdict.REPETITION),
            *(Verdict.PLY_CAP, Verdict.TABLES),
        )


class Fault(Exception):  # noqa: N818 (a verdict on an agent, no error of ours)
    """What an agent did instead of answering with a legal move in time."""

    def __init__(self, verdict: Verdict, reason: str) -> None:
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason
        self.culprit: object = None  # the program that did it
        self.guilty: str | None = None  # the agent, once it is known; otherwise the one to move

    def of(self, agent: str) -> Fault:
        """The same fault, laid at an agent's door."""
        self.guilty = agent
        return self
