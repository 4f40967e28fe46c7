"""Every hostile behaviour we have a program for, with and without a sandbox, as a table.

`python benches/hostile.py [PROGRAM…]` plays a short game of each against `random`, and prints what
the referee said, how long that took, and what harm was left: processes, working folders, or an
opponent that was found guilty.

`python benches/hostile.py beside` plays 200 honest games, alone and then with a fork bomb, a memory
hog and a disk filler among them, and prints what both runs took and who lost.
"""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
import time
import uuid
from pathlib import Path

from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.task import Task
from hopsow.arena.limits import MIB, Limits
from hopsow.arena.process.runtimes import PACKAGE, SHOW
from hopsow.arena.referee import ugi
from hopsow.arena.run.here import play, run

PROGRAMS = Path(__file__).parents[1] / "tests" / "programs"
SHARED = ("/tmp", "/dev/shm", "/usr", str(PROGRAMS))  # where files are left without a sandbox
LEFT = ("hoard-*", "hopsow-was-here")
SANDBOXES = ("require", "landlock", "off")
LIMITS = {
    "cpu_move": 1.0,
    "wall_move": 4.0,
    "memory": 256 * MIB,
    "processes": 32,
    "threads": 200,
    "disk": 100 * MIB,
    "plies": 6,
}
# Programs that take arguments, or need another protocol than the checkers pipe.
ARGUMENTS: dict[str, list[tuple[str, ...]]] = {
    "late_cpu": [("checkers", "1.2")],
    "late_children": [("checkers", "1.2")],
    "forgets_children": [("checkers", "1.2")],
    "digs_deep": [("halma", "folder"), ("halma", "input")],
    "fills": [("halma",)],
    "forks": [("checkers", "300")],
    "locks_folder": [("halma",)],
    "output_is_folder": [("halma",)],
    "writes_elsewhere": [("halma", "out.txt"), ("halma", "stdout")],
    "floods": [("halma",), ("checkers",)],
    "hides_children": [
        ("checkers", how, "1.2") for how in ("ignored", "nocldwait", "dying", "short")
    ],
    "hoards": [
        ("checkers", where, "100")
        for where in (
            *("/tmp", "/dev/shm", "here", "deep", "shared", "nobody", "zero", "tables"),
            *("removed", "mapped"),
        )
    ],
    "meddles": [
        ("checkers", how)
        for how in (
            *("group", "everybody", "subreaper", "zombies", "executes", "stopped", "memory"),
            *("traces", "priority", "clock", "queues", "core", "words", "names", "sockets"),
            *("limits", "mappings", "owner"),
        )
    ],
    "mumbles": [
        ("checkers", how)
        for how in (
            *("halves", "nothing", "pieces", "without", "closes", "returns", "narrow", "asks"),
            *("shares", "digits", "wide", "plus", "separator", "feed", "lies", "blanks"),
        )
    ],
    "disguises": [
        ("halma", how)
        for how in (
            *("zero", "passwd", "itself", "pipe", "socket", "question", "sparse", "locked"),
            *("names", "only names"),
        )
    ],
    "litters": [("checkers", "6000")],
    "threads": [("checkers", "300")],
    "trickles": [("ugi",), ("ugi", "greeting")],
    "deaf": [("ugi",)],
    "answers_early": [("checkers",), ("ugi",)],
    "opens_socket": [("checkers", "9")],
    "pinned": [("checkers", "0", "0"), ("checkers", "0", "19")],
    "steady": [("checkers", "0.1")],
    "reads_opponent": [("halma", "/etc/:/shadow")],
    "raises_limit": [("halma",)],
}
HONEST = 200
NOT_PROGRAMS = {
    "speak",
    "kills_its_referee",
    "calls",
    "scans",
    "settings",
}  # the second needs a worker, as the tests give it one


def behaviours(wanted: list[str]) -> list[tuple[str, tuple[str, ...]]]:
    """The programs, each with its protocol and arguments."""
    names = sorted(path.stem for path in PROGRAMS.glob("*.py") if path.stem not in NOT_PROGRAMS)
    chosen = [name for name in names if not wanted or name in wanted]
    return [(name, words) for name in chosen for words in ARGUMENTS.get(name, [("checkers",)])]


def judged(name: str, words: tuple[str, ...], sandbox: str) -> tuple[Evidence, float, list[str]]:
    """A game, how long it took, and what harm it left."""
    protocol, mark = words[0], f"mark-{uuid.uuid4().hex}"
    command = shlex.join([sys.executable, str(PROGRAMS / f"{name}.py"), *words, mark])
    kind, game = ("ugi", "checkers") if protocol == "ugi" else ("cmd", protocol)
    limits = Limits(**LIMITS)  # type: ignore[arg-type]
    task = Task(game, (f"{kind}:{command}", "random"), limits=limits, sandbox=sandbox)
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder
        begun = time.monotonic()
        evidence = play(task)
        spent = time.monotonic() - begun
        left = os.listdir(folder)
        tempfile.tempdir = None
    harm = [f"left {name}" for name in left] + [f"left pid {pid}" for pid in _with(mark)]
    for path in (path for place in SHARED for name in LEFT for path in Path(place).glob(name)):
        path.unlink()
        harm.append(f"left {path}")
    if evidence.guilty == "B" or evidence.verdict.value == "referee-error":
        harm.append(f"{evidence.verdict.value} of somebody else")
    return evidence, spent, harm


def _with(mark: str) -> list[str]:
    pids = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if mark in Path(f"/proc/{pid}/cmdline").read_text(errors="replace"):
                pids.append(pid)
        except OSError:
            continue
    return [pid for pid in pids if pid != str(os.getpid())]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def beside() -> None:
    """Print how honest games fare alone and beside hostile ones, two at once: in the order alone,
    beside, beside, alone, so that other work of the machine weighs on both."""
    hostile = [_task("fork_bomb", "checkers"), _task("eats_memory", "checkers")]
    hostile.append(_task("hoards", "checkers", "here", "300"))
    honest = [_task("honest", "checkers") for _ in range(HONEST)]
    mixed = list(honest)
    for position, task in enumerate(hostile, 1):
        mixed.insert(position * HONEST // 5, task)
    print("| games | beside | seconds | lost by honest programs | hostile verdicts, seconds |")
    print("|---|---|---|---|---|")
    spent = {"nobody": 0.0, "bomb, hog, filler": 0.0}
    for name in (*spent, *reversed(spent)):
        tasks = honest if name == "nobody" else mixed
        begun = time.monotonic()
        played = dict(run(enumerate(tasks), 2))
        seconds = time.monotonic() - begun
        spent[name] += seconds
        lost = verdicts = ""
        for number, task in enumerate(tasks):
            verdict = played[number].verdict.value
            if task in hostile:
                verdicts += f" {verdict} {played[number].used['A']['wall']:.1f}"
            elif verdict not in ("ply-cap", "rules"):
                lost += f" {verdict}"
        print(f"| {HONEST} | {name} | {seconds:.1f} | {lost or 'none'} | {verdicts or '-'} |")
    alone, crowded = spent.values()
    print(f"beside hostile programs they took {crowded / alone - 1:+.0%}")


def _task(name: str, *words: str) -> Task:
    command = shlex.join([sys.executable, str(PROGRAMS / f"{name}.py"), *words])
    limits = Limits(**LIMITS)  # type: ignore[arg-type]
    return Task("checkers", (f"cmd:{command}", "random"), limits=limits, sandbox="require")


def main(wanted: list[str]) -> None:
    """Print the table; a greeting gets less than its usual minute."""
    # The scripted programs know the rules from Hopsow, which no program sees otherwise.
    os.environ[SHOW] = os.pathsep.join([sys.prefix, str(PACKAGE.parent)])
    if wanted == ["beside"]:
        beside()
        return
    ugi.HANDSHAKE = Limits(cpu_game=4.0, wall_game=4.0)
    print("| program | sandbox | verdict | reason | CPU s charged | harm | seconds |")
    print("|---|---|---|---|---|---|---|")
    for name, words in behaviours(wanted):
        for sandbox in SANDBOXES:
            evidence, spent, harm = judged(name, words, sandbox)
            cells = (
                " ".join((name, *words)),
                (evidence.sandbox or {}).get("kind", "-"),
                evidence.verdict.value,
                evidence.reason[:100],
                f"{evidence.used['A']['cpu']:.2f}",
                f"{len(harm)}: {harm[0]}" if harm else "none",
                f"{spent:.1f}",
            )
            print(f"| {' | '.join(map(_cell, cells))} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
