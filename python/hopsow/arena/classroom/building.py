"""Building a submission, in the sandbox and within limits of its own."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from hopsow.arena.classroom import products
from hopsow.arena.classroom.archives import BadSubmissionError
from hopsow.arena.classroom.languages import Recipe, tool
from hopsow.arena.contest import entrants
from hopsow.arena.limits import MIB, Limits
from hopsow.arena.process.folders import folder as empty_folder
from hopsow.arena.process.program import Allowance, Program
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.verdicts import Fault

LIMITS = Limits(
    cpu_game=60.0,
    wall_game=120.0,
    memory=2048 * MIB,
    processes=128,
    threads=256,
    output=16 * MIB,
    files=1024,
    file_size=256 * MIB,
    disk=1024 * MIB,
    entries=50_000,
)
# Nothing of a submission is taken for a setting, and nothing is fetched.
ENVIRONMENT = {
    "GOENV": "off",
    "GOFLAGS": "",
    "GOPROXY": "off",
    "GOTOOLCHAIN": "local",
    "GOWORK": "off",
    "GOTELEMETRY": "off",
}
LONGEST_SAID = 8192


@dataclass(frozen=True, slots=True)
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
    check_files(recipe.folder)
    if not recipe.build:
        return Build("", 0.0)
    with empty_folder() as home:
        return _build(recipe, sandbox, limits, home)


def _build(recipe: Recipe, sandbox: Sandbox, limits: Limits, home: Path) -> Build:
    first, *rest = recipe.build
    program = Program(
        [tool(first) or first, *rest],
        recipe.folder,
        limits,
        sandbox,
        environment=ENVIRONMENT,
        home=home,
    )
    failure: str | None = None
    try:
        _ = program.meter  # its folder is there
        if sandbox.has_namespaces:
            program.give_all(recipe.folder)
        cpu, wall = limits.cpu_game or 0.0, limits.wall_game or 0.0
        program.launch(cpu)
        program.close_input()
        status = program.wait_exit(Allowance(cpu, wall))
        program.pending()
        if status != 0:
            failure = f"{first} ended with status {status}"
        elif sandbox.has_namespaces:
            program.stop()
            products.take(program.directory, recipe.folder, limits)
    except Fault as fault:
        failure = f"{first}: {fault.verdict.value}: {fault.reason}"
    finally:
        printed = bytes(program.stdout.data).decode(errors="replace")
        seconds = program.used()
        program.close()
    # The first errors matter: later ones often follow from them.
    complained = program.stderr.head.decode(errors="replace")
    said = (printed + complained).replace(f"{recipe.folder}/", "")[:LONGEST_SAID]
    products.check_disk(recipe.folder)
    if failure is not None:
        raise BadSubmissionError(f"{failure}\n{said}".rstrip())
    check_files(recipe.folder)
    built = Path(recipe.run[0])
    if not sandbox.has_namespaces and built.is_file() and built.is_relative_to(recipe.folder):
        built.chmod(0o755)  # under Landlock a linker's own chmod has no effect
    return Build(said, round(seconds, 3))


def check_files(folder: Path) -> None:
    """Refuse a submission, or what a build has made of it, that is more than files and folders and
    links between them."""
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(place, name)
            mode = path.lstat().st_mode
            inner = path.relative_to(folder)
            if stat.S_ISLNK(mode):
                end = Path(os.path.realpath(path))
                if os.readlink(path).startswith("/") or not end.is_relative_to(folder.resolve()):
                    raise BadSubmissionError(f"the link {str(inner)!a} leads out of the folder")
            elif not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
                raise BadSubmissionError(f"{str(inner)!a} is neither a file nor a folder")


def command(recipe: Recipe) -> list[str]:
    """The words that start the program, each as it is."""
    first, *rest = recipe.run
    return [entrants.AS_THEY_ARE, first if first.startswith("/") else tool(first) or first, *rest]
