"""Building a submission, in the sandbox and within limits of its own."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from hopsow.arena.classroom.archives import BadSubmissionError
from hopsow.arena.classroom.languages import Recipe, tool
from hopsow.arena.limits import MIB, Limits
from hopsow.arena.process.litter import remove
from hopsow.arena.process.program import Allowance, Program
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.verdicts import Fault

LIMITS = Limits(
    cpu_game=60.0,
    wall_game=120.0,
    memory=2048 * MIB,
    processes=128,
    output=16 * MIB,
    files=1024,
    file_size=256 * MIB,
    disk=1024 * MIB,
    entries=50_000,
)
CACHES = (".cache", "go", ".config")  # what compilers leave in their home folder
LONGEST_SAID = 8192


@dataclass(frozen=True)
class Build:
    """What came of a build: what the compiler said, and the CPU time it took."""

    said: str
    seconds: float


class MissingToolError(ValueError):
    """This machine lacks what a submission needs, which is not the student's fault."""


def build(recipe: Recipe, sandbox: Sandbox, limits: Limits = LIMITS) -> Build:
    """Build in the folder of the submission; a BadSubmissionError says why it failed."""
    for words in (recipe.build, recipe.run):
        if words and not words[0].startswith("/") and tool(words[0]) is None:
            raise MissingToolError(
                f"{words[0]}, which {recipe.language} needs, is not installed on this machine"
            )
    if not recipe.build:
        return Build("", 0.0)
    first, *rest = recipe.build
    program = Program([tool(first) or first, *rest], recipe.folder, limits, sandbox)
    failure: str | None = None
    try:
        cpu, wall = limits.cpu_game or 0.0, limits.wall_game or 0.0
        program.launch(cpu)
        program.close_input()
        status = program.wait_exit(Allowance(cpu, wall))
        program.pending()
        if status != 0:
            failure = f"{first} ended with status {status}"
    except Fault as fault:
        failure = f"{first}: {fault.verdict.value}: {fault.reason}"
    finally:
        printed = bytes(program.stdout.data).decode(errors="replace")
        seconds = program.used()
        program.close()
    # The first errors matter: later ones often follow from them.
    complained = program.stderr.head.decode(errors="replace")
    said = (printed + complained).replace(f"{recipe.folder}/", "")[:LONGEST_SAID]
    _clear(recipe.folder)
    if failure is not None:
        raise BadSubmissionError(f"{failure}\n{said}".rstrip())
    return Build(said, round(seconds, 3))


def _clear(folder: Path) -> None:
    for name in CACHES:
        if os.path.lexists(folder / name):
            remove(folder / name)


def command(recipe: Recipe) -> list[str]:
    """The words that start the program."""
    first, *rest = recipe.run
    return [first if first.startswith("/") else tool(first) or first, *rest]
