"""Nothing a program does stops the judge: it gets its verdict, and all other games go on."""

import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hopsow.arena.contest.checks import replay
from hopsow.arena.contest.task import Task
from hopsow.arena.limits import MIB, Limits
from hopsow.arena.process import folders, supervisor
from hopsow.arena.process.groups import PREFIX, own_folders
from hopsow.arena.process.link import Link
from hopsow.arena.process.program import Allowance, Program
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.referee import ugi
from hopsow.arena.run import here
from hopsow.arena.verdicts import Verdict
from playing import play, spec
from shell import HOPSOW, output, run
from small_disk import ALONE, can_mount
from tournaments import write

BOTH = ("auto", "off")
needs_sandbox = pytest.mark.skipif(
    not Sandbox.choose("auto").is_closed, reason="no sandbox on this machine"
)
SOON: dict[str, Any] = {"wall_move": 2.0}


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder of the test's own, in which it can be seen what is left."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    folders._remove_abandoned_once.cache_clear()
    return tmp_path


@pytest.mark.parametrize("sandbox", BOTH)
@pytest.mark.parametrize("where", ["folder", "input"])
def test_a_tree_3000_deep_is_removed(where: str, sandbox: str, temporary: Path) -> None:
    game, _ = play("digs_deep", "halma", where, sandbox=sandbox)
    assert (game.verdict, game.plies) == (Verdict.PLY_CAP, 4)
    assert os.listdir(temporary) == []


def test_a_deep_tree_of_a_killed_referee_is_removed(temporary: Path) -> None:
    inner = temporary / f"{folders.PREFIX}killed"
    inner.mkdir()
    here_now = os.open(".", os.O_RDONLY)
    os.chdir(inner)
    for _ in range(3000):
        os.mkdir("d", 0o300)
        os.chdir("d")
    os.fchdir(here_now)
    os.close(here_now)
    inner.chmod(0)
    assert play("honest", "halma", plies=1)[0].verdict is Verdict.PLY_CAP
    assert os.listdir(temporary) == []


@pytest.mark.parametrize("sandbox", BOTH)
def test_folders_without_rights_are_removed(sandbox: str, temporary: Path) -> None:
    game, _ = play("locks_folder", "halma", sandbox=sandbox)
    assert game.verdict is Verdict.PLY_CAP
    assert os.listdir(temporary) == []


@pytest.mark.skipif(not can_mount(), reason="no file system can be mounted here")
def test_a_folder_that_cannot_be_removed_is_moved_aside_and_reported(tmp_path: Path) -> None:
    """Nobody can remove a folder that another file system is mounted on."""
    stubborn = tmp_path / f"{folders.PREFIX}stubborn"
    (stubborn / "A").mkdir(parents=True)
    script = f'mount -t tmpfs none {stubborn}/A && TMPDIR={tmp_path} exec "$@"'
    match = [*HOPSOW, "match", "checkers", spec("honest", "checkers"), "random", "--plies", "2"]
    done = subprocess.run(
        [*ALONE, script, "sh", *match, "--no-evidence", "--sandbox", "off"],
        capture_output=True,
        text=True,
    )
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(folders.ASIDE)
    assert (done.returncode, str(left) in done.stderr, done.stderr.count("\n")) == (0, True, 1)


@pytest.mark.parametrize("sandbox", BOTH)
@pytest.mark.parametrize("protocol", ["halma", "checkers", "ugi"])
def test_a_flood_on_standard_error_is_a_flood(protocol: str, sandbox: str) -> None:
    game, _ = play("floods_stderr", protocol, sandbox=sandbox)
    assert (game.verdict, game.guilty) == (Verdict.OUTPUT_FLOOD, "A")
    assert game.reason == "wrote more than 16777216 bytes to standard error"


@pytest.mark.parametrize("sandbox", BOTH)
def test_a_folder_in_place_of_the_answer_is_a_bad_format(sandbox: str) -> None:
    game, _ = play("output_is_folder", "halma", sandbox=sandbox)
    assert (game.verdict, game.reason) == (Verdict.BAD_FORMAT, "output.txt is not a file")


def test_a_question_has_one_deadline() -> None:
    game, evidence = play("trickles", "ugi", **SOON)
    assert (game.verdict, game.reason) == (Verdict.WALL_TIME, "no answer after 2.000 s")
    assert evidence.failed is not None


def test_a_greeting_has_one_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ugi, "HANDSHAKE", Limits(wall_game=1.0))
    game, _ = play("trickles", "ugi", "greeting")
    assert (game.verdict, game.reason) == (Verdict.WALL_TIME, "no answer after 1.000 s")


@pytest.mark.parametrize("protocol", ["halma", "checkers"])
def test_stopping_the_supervisor_is_a_crash(protocol: str) -> None:
    game, _ = play("stops_its_supervisor", protocol, sandbox="off")
    assert (game.verdict, game.guilty) == (Verdict.CRASH, "A")
    assert game.reason == "stopped its supervisor"


@pytest.mark.parametrize("attempt", range(6))
def test_nobody_escapes_by_killing_its_supervisor(attempt: int) -> None:
    """`play` looks for processes that are left."""
    game, _ = play("escapes", "checkers", sandbox="off", **SOON)
    assert (game.verdict, game.guilty) == (Verdict.CRASH, "A")


def test_many_moves_may_use_more_than_the_time_of_one() -> None:
    game, _ = play("steady", "checkers", "0.6", cpu_move=0.9, plies=12)
    assert game.verdict is Verdict.PLY_CAP, game.reason


def test_who_is_as_nice_as_its_referee_lets_nobody_go_first() -> None:
    """Whoever marks a class in the background gives all programs its own nice value."""
    sleepers = [
        subprocess.Popen(["sleep", "60"], preexec_fn=partial(os.nice, nice)) for nice in (5, 5, 9)
    ]
    try:
        low, alike, lower = (supervisor.Process(each.pid, 0, 0) for each in sleepers)
        assert lower.is_humbler_than(low)
        assert not low.is_humbler_than(alike)
        assert not low.is_humbler_than(lower)
    finally:
        for each in sleepers:
            each.kill()
            each.wait()


def test_an_answer_that_the_referee_found_late_may_have_been_in_time() -> None:
    """The limit passed between two looks: the machine was busy, and nobody can tell."""
    program = Program.__new__(Program)
    program._wait(Allowance(1.0, 1.0, time.monotonic() - 2.0), lambda: True)
    assert program.kept_off > 1.0


def tasks(*programs: str) -> list[tuple[int, Task]]:
    limits = Limits(wall_move=60.0, plies=2)
    agents = [(program, "random") for program in programs]
    return [
        (number, Task("checkers", pair, limits=limits, sandbox="off"))
        for number, pair in enumerate(agents)
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failure_of_the_referee_is_nobodys_guilt_and_stops_nothing(
    jobs: int, tmp_path: Path
) -> None:
    """A program that was there when the contest began is gone when its game does."""
    gone, honest = f"cmd:{tmp_path}/gone", spec("honest", "checkers")
    played = dict(here.run(tasks(gone, honest, gone, honest), jobs))
    assert [played[number].verdict.value for number in range(4)] == [
        *("referee-error", "ply-cap", "referee-error", "ply-cap"),
    ]
    failed = played[0]
    assert (failed.winner, failed.guilty) == (None, None)
    assert failed.reason.endswith("gone is not found")
    assert "Traceback" in failed.left["referee"]["stderr"]
    assert replay(failed).moves == ()


def test_a_run_that_is_cut_short_leaves_no_folder(temporary: Path) -> None:
    """Closing the run ends two games in the middle."""
    played = here.run(tasks(*[spec("honest", "checkers")] + [spec("sleeps", "checkers")] * 2), 2)
    assert next(played)[1].verdict is Verdict.PLY_CAP
    played.close()
    assert os.listdir(temporary) == []


def test_a_killed_worker_costs_one_game() -> None:
    killer, honest = spec("kills_its_referee", "checkers"), spec("honest", "checkers")
    played = dict(here.run(tasks(honest, killer, honest, honest), 2))
    assert [played[number].verdict.value for number in range(4)] == [
        *("ply-cap", "referee-error", "ply-cap", "ply-cap"),
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_tournament_of_the_hostile_is_played_to_its_end(jobs: int, tmp_path: Path) -> None:
    path = write(tmp_path, "checkers", plies=4)
    agents = "".join(
        f"[[agents]]\nname = \"{name}\"\nspec = '{spec(name, 'checkers')}'\n"
        for name in ("floods_stderr", "digs_deep", "crashes_at_start")
    )
    path.write_text(f"jobs = {jobs}\n{path.read_text()}{agents}")
    text = output("tournament", str(path), "--no-report")
    assert text.splitlines()[-1] == "30 of 30 games"
    assert "referee-error" not in text


def test_grade_marks_on_after_a_flood() -> None:
    program = spec("floods_stderr", "checkers")
    done = run("grade", "checkers", program, "--only", "2")
    assert done.returncode == 0
    assert done.stdout.count("output-flood: wrote more than 16777216 bytes") == 2


def has_groups() -> bool:
    return "" in own_folders()


COUNTERS = [
    pytest.param(name, marks=pytest.mark.skipif(not there, reason="not on this machine"))
    for name, there in (("event", supervisor.has_counter()), ("group", has_groups()))
]


@pytest.mark.parametrize("sandbox", BOTH)
@pytest.mark.parametrize("counter", COUNTERS)
@pytest.mark.parametrize("how", ["ignored", "nocldwait", "dying", "short"])
def test_no_child_is_free(
    how: str, counter: str, sandbox: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three moves of 0.3 s each, in children that nobody waits for."""
    monkeypatch.setattr(Link, "counters", frozenset({counter}))
    game, _ = play("hides_children", "checkers", how, "0.3", sandbox=sandbox, plies=6)
    assert game.verdict is Verdict.PLY_CAP, game.reason
    assert game.clocks["A"].cpu_used > 0.9


@pytest.mark.parametrize("how", ["ignored", "nocldwait", "dying"])
def test_without_the_kernels_counter_what_was_seen_is_charged(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Link, "counters", frozenset())
    game, _ = play("hides_children", "checkers", how, "0.3", plies=6)
    assert game.clocks["A"].cpu_used > 0.6


def test_without_the_kernels_counter_nothing_is_charged_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Children that are waited for, orphans that the supervisor reaps, and what both leave."""
    used = {}
    for counters in (frozenset({"event"}), frozenset({"group"}), frozenset[str]()):
        monkeypatch.setattr(Link, "counters", counters)
        game, _ = play("late_children", "checkers", "0.2", plies=6)
        assert game.verdict is Verdict.PLY_CAP
        used[counters] = game.clocks["A"].cpu_used
    assert max(used.values()) < min(used.values()) + 0.1


@needs_sandbox
def test_nobody_allows_itself_more_cpu_time() -> None:
    game, _ = play("raises_limit", "halma", sandbox="require")
    assert (game.verdict, game.left["A"]["stderr"]) == (Verdict.PLY_CAP, "")


@pytest.mark.skipif(not has_groups(), reason="no control groups to write here")
def test_no_control_group_is_left() -> None:
    """Not even one of a process that died before it could clean up."""
    parent = own_folders()[""]
    gone = subprocess.run(["sh", "-c", "echo $$"], capture_output=True, text=True).stdout.strip()
    (parent / f"{PREFIX}{gone}-0").mkdir()
    play("leaves_daemon", "checkers", sandbox="off")
    assert [path for path in parent.glob(f"{PREFIX}*") if str(os.getpid()) in path.name] == []
    assert not (parent / f"{PREFIX}{gone}-0").exists()


@needs_sandbox
@pytest.mark.parametrize("where", ["/tmp", "/dev/shm"])
def test_files_in_memory_are_memory(where: str) -> None:
    limits = {"memory": 100 * MIB, "plies": 8}
    game, _ = play("hoards", "checkers", where, "40", sandbox="require", **limits)
    assert (game.verdict, game.guilty) == (Verdict.MEMORY, "A"), game.reason


@pytest.mark.parametrize("sandbox", ["require", "landlock", "off"])
@pytest.mark.parametrize("where", ["nobody", "zero", "tables"])
def test_memory_that_is_in_no_process_counts(where: str, sandbox: str) -> None:
    game, _ = play("hoards", "checkers", where, "60", sandbox=sandbox, memory=100 * MIB)
    assert (game.verdict, game.guilty) == (Verdict.MEMORY, "A"), game.reason


def test_memory_that_processes_share_counts_once() -> None:
    game, _ = play("hoards", "checkers", "shared", "60", memory=256 * MIB)
    assert game.verdict is Verdict.PLY_CAP, game.reason


@pytest.mark.parametrize("protocol", ["halma", "checkers"])
def test_the_working_folder_has_a_size(protocol: str) -> None:
    game, _ = play("hoards", protocol, "here", "40", disk=100 * MIB, plies=8)
    assert (game.verdict, game.guilty) == (Verdict.OUTPUT_FLOOD, "A")
    assert "MiB of files in its working folder, allowed 100 MiB" in game.reason


@pytest.mark.parametrize("sandbox", ["landlock", "off"])
@pytest.mark.parametrize("where", ["removed", "mapped"])
def test_files_that_were_removed_take_room_as_long_as_they_are_used(
    where: str, sandbox: str
) -> None:
    limits = {"disk": 100 * MIB, "plies": 8}
    game, _ = play("hoards", "checkers", where, "40", sandbox=sandbox, **limits)
    assert (game.verdict, game.guilty) == (Verdict.OUTPUT_FLOOD, "A"), game.reason


def test_the_working_folder_has_room_for_so_many_files() -> None:
    game, _ = play("litters", "checkers", "300", entries=500)
    assert (game.verdict, game.guilty) == (Verdict.OUTPUT_FLOOD, "A")
    assert game.reason == "keeps more than 500 files and folders in its working folder"


def test_threads_are_counted() -> None:
    game, _ = play("threads", "checkers", "300", threads=200)
    assert (game.verdict, game.guilty) == (Verdict.CRASH, "A")
    assert "thread" in game.reason


@pytest.mark.parametrize(("nice", "verdict"), [("0", Verdict.PLY_CAP), ("19", Verdict.WALL_TIME)])
def test_nobody_loses_for_being_kept_off_its_processor(nice: str, verdict: Verdict) -> None:
    """Eight others want the only processor that the program may use; who lets them go first could
    hold up a tournament."""
    processor = min(os.sched_getaffinity(0))
    spin = f"import os; os.sched_setaffinity(0, {{{processor}}})\nprint(flush=True)\nwhile 1: pass"
    # A session of its own for each: Linux may share a processor out by sessions.
    others = [
        subprocess.Popen(
            [sys.executable, "-S", "-c", spin], stdout=subprocess.PIPE, start_new_session=True
        )
        for _ in range(8)
    ]
    try:
        for other in others:
            assert other.stdout is not None
            with other.stdout:
                other.stdout.readline()
        game, evidence = play("pinned", "checkers", str(processor), nice, wall_move=1.0, plies=2)
    finally:
        for other in others:
            other.kill()
            other.wait()
    assert game.verdict is verdict, game.reason
    if verdict is Verdict.PLY_CAP:
        assert evidence.moves[0].wall > 1.0
