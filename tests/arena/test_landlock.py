"""The sandbox of machines without bubblewrap: rules of the kernel about files, and a filter of
system calls."""

import os
import socket
import sys
from pathlib import Path

import pytest
from hopsow.arena.contest.task import Task, take_seats
from hopsow.arena.contest.task import play as play_task
from hopsow.arena.limits import Limits
from hopsow.arena.process import landlock
from hopsow.arena.process.sandbox import LANDLOCK, Sandbox, has_landlock
from hopsow.arena.referee.game import Referee
from hopsow.arena.verdicts import Verdict
from playing import PROGRAMS, looks, play, spec
from shell import run

pytestmark = pytest.mark.skipif(
    not has_landlock(), reason=f"Landlock has version {landlock.version()} here"
)


@pytest.mark.parametrize("protocol", ["halma", "checkers", "ugi"])
def test_an_honest_program_plays(protocol: str) -> None:
    game, recorded = play("honest", protocol, sandbox=LANDLOCK)
    assert game.verdict is Verdict.PLY_CAP, game.reason
    assert recorded.sandbox is not None
    assert (recorded.sandbox["kind"], recorded.sandbox["why"]) == (LANDLOCK, "asked for")


def test_a_program_sees_nothing_that_is_not_its_business(
    private_things: tuple[Path, ...],
) -> None:
    assert looks(*private_things, sandbox=LANDLOCK) == []


@pytest.mark.parametrize("protocol", ["halma", "checkers"])
def test_a_program_writes_nowhere_else(protocol: str, tmp_path: Path) -> None:
    agents = (spec("writes_outside", protocol), "random")
    task = Task(protocol, agents, limits=Limits(plies=2), sandbox=LANDLOCK)
    seats = take_seats(task, tmp_path)
    assert Referee(seats, task.start(), task.limits).play().verdict is Verdict.PLY_CAP
    assert os.listdir(tmp_path) == ["A"]
    assert not (PROGRAMS / "hopsow-was-here").exists()


def test_there_is_no_network() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        _, recorded = play("opens_socket", "checkers", port, plies=2, sandbox=LANDLOCK)
    assert recorded.left["A"]["stderr"] == ""


@pytest.mark.parametrize("program", ["kills_its_supervisor", "stops_its_supervisor"])
def test_no_signal_reaches_the_supervisor(program: str) -> None:
    game, _ = play(program, "checkers", sandbox=LANDLOCK, wall_move=60.0)
    assert (game.verdict, game.guilty) == (Verdict.CRASH, "A")
    assert "PermissionError" in game.reason


@pytest.mark.parametrize("how", ["clock", "memory", "traces", "priority"])
def test_a_referee_that_is_root_lends_its_power_to_nobody(how: str) -> None:
    game, _ = play("meddles", "checkers", how, sandbox=LANDLOCK, plies=2)
    assert game.verdict is Verdict.PLY_CAP, (game.reason, game.left)
    assert game.left["A"]["stderr"] == ""


def test_a_program_that_cannot_be_executed_is_a_spawn_failure(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\x7fELF nothing more")
    program.chmod(0o755)
    task = Task("checkers", (f"cmd:{program}", "random"), limits=Limits(plies=2), sandbox=LANDLOCK)
    game = play_task(task)
    assert (game.verdict, game.guilty) == (Verdict.SPAWN_FAILURE, "A")
    assert "Exec format error" in game.reason


def test_the_opponent_is_hidden_even_below_ones_own_folder(tmp_path: Path) -> None:
    book = tmp_path / "opponent" / "book.txt"
    book.parent.mkdir()
    book.write_text("11-15")
    mine = tmp_path / "weights.txt"
    mine.write_text("1 2 3")
    spy = spec("reads_opponent", "halma", f"{tmp_path}/:/opponent/book.txt", str(mine))
    agents = (spy, spec("honest", "halma", str(book.parent)))
    game = play_task(Task("halma", agents, sandbox=LANDLOCK, limits=Limits(plies=4)))
    assert (game.verdict, game.guilty) == (Verdict.CRASH, "A")
    assert "PermissionError" in game.reason


def test_it_is_taken_where_bubblewrap_is_missing() -> None:
    program = f"cmd:{sys.executable} {PROGRAMS / 'honest.py'} checkers"
    agents = (program, "random", "--plies", "2", "--no-evidence", "--sandbox", "require")
    done = run("match", "checkers", *agents, PATH="/nowhere")
    assert (done.returncode, done.stderr) == (0, "")
    assert "ply-cap" in done.stdout


def test_it_is_not_taken_where_bubblewrap_works() -> None:
    assert Sandbox.choose("require").kind == Sandbox.choose("auto").kind != LANDLOCK
