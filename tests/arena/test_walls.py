"""Limits and walls that the kernel holds from the first instruction on, in every sandbox."""

import json
import os
import platform
import shlex
from pathlib import Path

import pytest
from hopsow.arena.contest.task import Task
from hopsow.arena.contest.task import play as play_task
from hopsow.arena.limits import MIB, Limits
from hopsow.arena.process.groups import MEMORY, controllers_here
from hopsow.arena.process.sandbox import BUBBLEWRAP, LANDLOCK, Sandbox, has_landlock
from hopsow.arena.verdicts import Verdict
from playing import PROGRAMS, play, spec
from shell import HOPSOW
from small_disk import can_mount, on_small_disk

HAS_BUBBLEWRAP = Sandbox.choose("auto").kind == BUBBLEWRAP
needs_bubblewrap = pytest.mark.skipif(not HAS_BUBBLEWRAP, reason="no bubblewrap on this machine")
SANDBOXES = [
    pytest.param("require", marks=needs_bubblewrap),
    pytest.param(
        LANDLOCK, marks=pytest.mark.skipif(not has_landlock(), reason="no Landlock on this machine")
    ),
]


LIMITED = controllers_here()
needs_x86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="numbers of x86_64")


def alone(program: str, *words: str, sandbox: str) -> str:
    """What a program of one file says on stderr that plays two plies without Hopsow."""
    command = f"cmd:python3 {PROGRAMS / program} {' '.join(words)}"
    limits = Limits(plies=2, wall_move=60.0)
    game = play_task(Task("checkers", (command, command), limits=limits, sandbox=sandbox))
    assert game.verdict is Verdict.PLY_CAP, (game.reason, game.left)
    said: str = game.left["A"]["stderr"]
    return said


def test_marks_are_not_given_where_the_kernel_limits_no_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hopsow.arena.process.sandbox.controllers_here", frozenset)
    monkeypatch.setattr("hopsow.arena.process.sandbox._can_stand_apart", lambda: False)
    sandbox = Sandbox(LANDLOCK, "asked for")
    assert sandbox.as_json()["kernel limits"] == "nothing"
    with pytest.raises(ValueError, match="the kernel limits no processes here"):
        sandbox.check_limits("require")
    sandbox.check_limits("auto")


@needs_x86
@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_no_call_that_a_player_has_no_business_with_succeeds(sandbox: str) -> None:
    assert alone("calls.py", sandbox=sandbox) == ""


@pytest.mark.parametrize("sandbox", [*SANDBOXES, "off"])
def test_there_are_never_more_tasks_than_allowed(sandbox: str) -> None:
    """Each child that is born writes a byte; the bomb itself stops at 300."""
    if "processes" not in Sandbox.choose(sandbox).limited():
        pytest.skip("the kernel limits no processes here")
    game, _ = play("forks", "checkers", "300", sandbox=sandbox, threads=40, processes=1000)
    assert (game.verdict, game.guilty) == (Verdict.CRASH, "A"), game.reason
    assert 20 < game.left["A"]["stderr"].count("x") < 40


@pytest.mark.skipif(MEMORY not in LIMITED, reason="no control group of ours limits memory")
@pytest.mark.parametrize("sandbox", [*SANDBOXES, "off"])
def test_memory_is_limited_before_anybody_looks(
    sandbox: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hopsow.arena.process.link.OVERHEAD", -60 * MIB)
    game, _ = play("eats_memory", "checkers", sandbox=sandbox, memory=128 * MIB)
    assert (game.verdict, game.guilty) == (Verdict.MEMORY, "A"), game.reason
    assert game.reason == "wanted more than 128 MiB of memory"


@needs_bubblewrap
def test_the_kernels_settings_are_out_of_reach() -> None:
    """By their rights, whoever the referee is; each is written the value that it has."""
    said = alone("settings.py", sandbox="require").split()
    assert said[0] not in ("", "0")
    assert said[1:] == []


@needs_bubblewrap
def test_two_programs_are_two_users_where_the_referee_is_root() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root gives users")
    first, second = (alone("settings.py", sandbox="require") for _ in range(2))
    assert first != second


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_files_that_only_their_owner_reads_are_the_programs_own(
    sandbox: str, tmp_path: Path
) -> None:
    program = tmp_path / "private" / "settings.py"
    program.parent.mkdir(mode=0o700)
    program.write_text((PROGRAMS / "settings.py").read_text())
    program.chmod(0o600)
    alone(str(program), sandbox=sandbox)
    assert program.stat().st_mode & 0o777 == 0o600


@needs_bubblewrap
@pytest.mark.parametrize("protocol", ["halma", "checkers"])
def test_a_full_folder_is_the_fault_of_its_program(protocol: str) -> None:
    """The folder is full before it is looked at, and no disk of the machine has anything of it."""
    game, _ = play("hoards", protocol, "here", "40", sandbox="require", disk=8 * MIB)
    assert (game.verdict, game.guilty) == (Verdict.OUTPUT_FLOOD, "A"), game.reason


@pytest.mark.skipif(not can_mount(), reason="no file system can be mounted here")
@pytest.mark.parametrize("sandbox", [LANDLOCK, "off"])
def test_who_fills_the_disk_loses_and_the_run_goes_on(sandbox: str, tmp_path: Path) -> None:
    """Two games on a disk with less room than a program may take: the opponent cannot be asked."""
    agents = shlex.join([spec("fills", "halma"), spec("honest", "halma")])
    script = f"TMPDIR={tmp_path} exec {' '.join(HOPSOW)} match halma {agents}"
    options = f"--games 2 --plies 6 --no-evidence --json --wall 60 --sandbox {sandbox}"
    done = on_small_disk(tmp_path, 6000, f"{script} {options}")
    results = json.loads(done.stdout)["results"]
    assert (results[0]["verdict"], results[0]["guilty"], len(results)) == ("output-flood", "A", 2)
