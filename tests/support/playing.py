"""Playing games against the scripted programs of tests/programs."""

import os
import shlex
import sys
import uuid
from pathlib import Path
from typing import Any

from hopsow.arena.contest.checks import replay
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.task import Task
from hopsow.arena.contest.task import play as play_task
from hopsow.arena.limits import MIB, Limits
from hopsow.arena.referee.game import Game
from hopsow.arena.verdicts import Verdict

PROGRAMS = Path(__file__).parents[1] / "programs"
GAMES = {"halma": "halma", "checkers": "checkers", "ugi": "checkers"}
CPU_S = 0.4  # importing hopsow alone takes a tenth of that
NEVER_S = 300.0


def spec(program: str, protocol: str, *arguments: str) -> str:
    """The agent that is a scripted program."""
    kind = "ugi" if protocol == "ugi" else "cmd"
    words = [sys.executable, str(PROGRAMS / f"{program}.py"), protocol, *arguments]
    return f"{kind}:{shlex.join(words)}"


def play(
    program: str, protocol: str, *arguments: str, sandbox: str = "auto", **limits: Any
) -> tuple[Game, Evidence]:
    """A short game of a program, as A, against `random`; the evidence holds, and nobody is left."""
    mark = f"mark-{uuid.uuid4().hex}"
    chosen = {"cpu_move": NEVER_S, "wall_move": NEVER_S, "plies": 4, "memory": 512 * MIB, **limits}
    task = Task(
        GAMES[protocol],
        (spec(program, protocol, *arguments, mark), "random"),
        limits=Limits(**chosen),
        sandbox=sandbox,
    )
    game = play_task(task)
    assert processes_with(mark) == []
    assert processes_with("supervisor.py", parent=os.getpid()) == []
    evidence = Evidence.of(task, game)
    replay(evidence)
    return game, evidence


def looks(*paths: Path, sandbox: str) -> list[str]:
    """What a program reports that looks around, with some paths to try."""
    words = [str(path).replace("/", "@") for path in paths]
    game, _ = play("looks_around", "checkers", *words, sandbox=sandbox, plies=2)
    assert game.verdict is Verdict.PLY_CAP, (game.reason, game.left)
    printed: str = game.left["A"]["stderr"]
    return printed.splitlines()


def processes_with(word: str, parent: int | None = None) -> list[str]:
    """The command lines of all processes that contain a word."""
    commands = []
    for name in os.listdir("/proc"):
        try:
            command = Path(f"/proc/{name}/cmdline").read_bytes().decode(errors="replace")
            stat = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if word in command and parent in (None, int(stat[1])):
            commands.append(command)
    return commands
