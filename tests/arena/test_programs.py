"""Programs that lie, stall, crash, flood and fork: the verdict names what they did, and no process
of theirs is left."""

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hopsow.agents import Clock
from hopsow.arena.contest.checks import replay
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.task import Task, take_seats
from hopsow.arena.contest.task import play as play_task
from hopsow.arena.limits import MIB, Limits
from hopsow.arena.process.folders import folder
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.referee import ugi
from hopsow.arena.referee.game import Referee
from hopsow.arena.referee.seat import HouseSeat
from hopsow.arena.verdicts import Verdict
from hopsow.games import GAMES, Move, Position
from playing import CPU_S, NEVER_S, PROGRAMS, play, spec

ALL = ("halma", "checkers", "ugi")
PIPES = ("checkers", "ugi")
HAS_SANDBOX = Sandbox.choose("auto").kind != "off"
needs_java = pytest.mark.skipif(shutil.which("javac") is None, reason="no Java on this machine")
needs_sandbox = pytest.mark.skipif(not HAS_SANDBOX, reason="no sandbox on this machine")

LATE: dict[str, Any] = {"cpu_move": CPU_S}
ASLEEP: dict[str, Any] = {"wall_move": 1.0}

# program, protocols, arguments and limits, verdict, what the reason says
CASES = [
    ("honest", ALL, (), {}, "ply-cap", "4 plies"),
    ("illegal_move", ("halma",), (), {}, "illegal-move", "1,1 is occupied"),
    ("illegal_move", ("checkers",), (), {}, "illegal-move", "12-17 is 0_11_16 here"),
    ("illegal_move", ("ugi",), (), {}, "illegal-move", "5 is occupied"),
    (
        "malformed",
        ("halma",),
        (),
        {},
        "bad-format",
        'line 1, column 1: found "my", expected E or J',
    ),
    ("malformed", ("checkers",), (), {}, "bad-format", "expected BOARD LASTMOVE NEXT COUNTER"),
    ("malformed", ("ugi",), (), {}, "bad-format", 'found "l'),
    ("empty_output", ("halma",), (), {}, "bad-format", "found the end of the text"),
    ("empty_output", ("checkers",), (), {}, "bad-format", "found the end of the text"),
    ("empty_output", ("ugi",), (), {}, "bad-format", "bestmove names no move"),
    ("no_output", ALL, (), {}, "no-answer", "ended without an answer"),
    ("late_cpu", ALL, (str(CPU_S + 0.05),), LATE, "cpu-time", f"{CPU_S:.3f} s left"),
    ("late_children", ALL, (str(CPU_S + 0.05),), LATE, "cpu-time", f"{CPU_S:.3f} s left"),
    ("forgets_children", ALL, (str(CPU_S + 0.1),), LATE, "cpu-time", f"{CPU_S:.3f} s left"),
    ("sleeps", ALL, (), ASLEEP, "wall-time", "no answer after 1.000 s"),
    ("spins", ALL, (), LATE, "cpu-time", f"{CPU_S:.3f} s left"),
    ("crashes_at_start", ALL, (), {}, "crash", "ended with status 3"),
    ("crashes_in_midgame", ALL, (), {}, "crash", "ended by SIGSEGV"),
    ("closes_stdout", PIPES, (), {}, "no-answer", "closed its output and lives on"),
    ("closes_stdout", ("halma",), (), ASLEEP, "wall-time", "no answer after 1.000 s"),
    ("floods", ("halma",), (), {"file_size": 4 * MIB}, "output-flood", "output.txt"),
    ("floods", PIPES, (), {}, "output-flood", "standard output"),
    ("floods_stdout", ("halma", "ugi"), (), {}, "output-flood", "standard output"),
    ("forks_spinners", ALL, (), LATE, "cpu-time", f"{CPU_S:.3f} s left"),
    ("fork_bomb", ALL, (), {"processes": 20}, "crash", "processes, allowed 20"),
    ("eats_memory", ALL, (), {"memory": 100 * MIB}, "memory", "allowed 100 MiB"),
    ("ignores_sigterm", ALL, (), ASLEEP, "wall-time", "no answer after 1.000 s"),
    ("leaves_daemon", ALL, (), {}, "ply-cap", "4 plies"),
    ("answers_early", ("checkers",), (), {}, "bad-format", "line 2: wrote more than one line"),
    ("forgets_flush", PIPES, (), ASLEEP, "wall-time", "more input: was its answer flushed?"),
    ("thinks_aloud", ("checkers",), (), {}, "bad-format", "everything else on standard error"),
    ("thinks_aloud", ("ugi",), (), {}, "ply-cap", "4 plies"),
    ("writes_elsewhere", ("halma",), ("out.txt",), {}, "no-answer", 'output.txt, but "out.txt"'),
    ("writes_elsewhere", ("halma",), ("stdout",), {}, "no-answer", "standard output is not read"),
    ("answers_early", ("ugi",), (), {}, "bad-format", "answered before it was asked"),
]
OPEN = ("honest", "leaves_daemon", "fork_bomb", "ignores_sigterm", "forks_spinners")
TABLE = [
    pytest.param(program, protocol, *rest, sandbox, id=f"{program}-{protocol}-{sandbox}")
    for program, protocols, *rest in CASES
    for protocol in protocols
    for sandbox in (("auto", "off") if program in OPEN else ("auto",))
]


@pytest.mark.parametrize(
    ("program", "protocol", "arguments", "limits", "verdict", "reason", "sandbox"), TABLE
)
def test_verdict(
    program: str,
    protocol: str,
    arguments: tuple[str, ...],
    limits: dict[str, Any],
    verdict: str,
    reason: str,
    sandbox: str,
) -> None:
    game, recorded = play(program, protocol, *arguments, sandbox=sandbox, **limits)
    assert (game.verdict.value, reason in game.reason) == (verdict, True), game.reason
    assert game.guilty == ("A" if game.verdict.names_guilty else None)
    assert game.winner == ("B" if game.guilty else None)
    assert (recorded.failed is not None) == game.verdict.names_guilty


@pytest.mark.parametrize("protocol", PIPES)
def test_thinking_while_the_opponent_is_to_move_is_charged(protocol: str) -> None:
    # The second answer comes at once, but after time in which the program's thread went on.
    game, _ = play("spins_when_idle", protocol, plies=400, ponder=True, **LATE)
    assert game.verdict is Verdict.CPU_TIME
    assert game.guilty == "A"


class Sleeper:
    """Plays the first move after a time in which its opponent could think a lot."""

    def choose(self, position: Position, clock: Clock) -> Move:
        time.sleep(2 * CPU_S)
        return position.legal_moves[0]


@pytest.mark.parametrize("sandbox", ["auto", "off"])
@pytest.mark.parametrize("protocol", PIPES)
def test_nobody_thinks_while_the_opponent_is_to_move(protocol: str, sandbox: str) -> None:
    """The program's thread would use far more than is allowed while its opponent thinks."""
    agents = (spec("spins_when_idle", protocol), "random")
    limits = Limits(cpu_game=2 * CPU_S, wall_move=NEVER_S, plies=8)
    task = Task("checkers", agents, limits=limits, sandbox=sandbox)
    with folder() as path:
        seats = take_seats(task, path)
        seats["B"] = HouseSeat(Sleeper())
        game = Referee(seats, task.start(), limits).play()
    assert game.verdict is Verdict.PLY_CAP, game.reason


def test_killing_the_supervisor_saves_nobody() -> None:
    game, _ = play("kills_its_supervisor", "checkers", sandbox="off")
    assert (game.verdict, game.guilty) == (Verdict.CRASH, "A")


@needs_sandbox
def test_nobody_kills_the_supervisor_of_a_sandbox() -> None:
    """Its signals have no effect, or to another user's process are refused."""
    game, _ = play("kills_its_supervisor", "checkers", sandbox="require", **ASLEEP)
    assert game.guilty == "A"
    assert game.verdict is Verdict.WALL_TIME or "PermissionError" in game.reason


def test_evidence_of_a_crash_holds_what_was_said() -> None:
    _, recorded = play("crashes_at_start", "checkers")
    assert recorded.failed is not None
    assert str(recorded.failed.sent).startswith("rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50")
    assert recorded.failed.received is None
    assert recorded.left["A"]["stderr"] == "there is no heart in me\n"
    assert recorded.left["A"]["exit_status"] == 3
    assert recorded.sandbox is not None
    assert recorded.sandbox["kind"] == ("bubblewrap" if HAS_SANDBOX else "off")


def test_late_is_late_even_with_a_legal_move() -> None:
    _, recorded = play("late_cpu", "checkers", str(CPU_S + 0.05), **LATE)
    assert recorded.failed is not None
    assert recorded.failed.received is None or " 0_" in recorded.failed.received
    assert recorded.failed.cpu > CPU_S
    assert recorded.used["A"]["cpu"] == pytest.approx(recorded.failed.cpu, abs=0.1)


def test_a_program_that_cannot_be_executed_is_a_spawn_failure(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\x7fELF nothing more")
    program.chmod(0o755)
    task = Task("checkers", (f"cmd:{program}", "random"), limits=Limits(plies=2))
    game = play_task(task)
    assert (game.verdict, game.guilty) == (Verdict.SPAWN_FAILURE, "A")
    assert "Exec format error" in game.reason


def test_the_guilty_side_is_found_whoever_it_is() -> None:
    agents = ("random", spec("crashes_at_start", "checkers"))
    game = play_task(Task("checkers", agents, limits=Limits(plies=2)))
    assert (game.verdict, game.guilty, game.winner, game.plies) == (Verdict.CRASH, "B", "A", 1)


@needs_sandbox
@pytest.mark.parametrize("protocol", ALL)
def test_sandbox_keeps_programs_from_writing_outside(protocol: str, tmp_path: Path) -> None:
    game = "halma" if protocol == "halma" else "checkers"
    agents = (spec("writes_outside", protocol), "random")
    task = Task(game, agents, limits=Limits(plies=2), sandbox="require")
    seats = take_seats(task, tmp_path)
    assert Referee(seats, task.start(), task.limits).play().verdict is Verdict.PLY_CAP
    assert os.listdir(tmp_path) == ["A"]
    assert not (PROGRAMS / "hopsow-was-here").exists()
    assert not Path("/usr/hopsow-was-here").exists()


@needs_sandbox
def test_sandbox_hides_the_opponents_folder_and_files(tmp_path: Path) -> None:
    """The spy is told where the book lies by a word that is no path."""
    book = tmp_path / "opponent" / "book.txt"
    book.parent.mkdir()
    book.write_text("11-15")
    spy = spec("reads_opponent", "halma", f"{tmp_path}/:/opponent/book.txt")
    agents = (spy, spec("honest", "halma", str(book.parent)))
    game = play_task(Task("halma", agents, sandbox="require", limits=Limits(plies=4)))
    assert (game.verdict, game.left["A"]["stderr"]) == (Verdict.PLY_CAP, "")


@needs_sandbox
@pytest.mark.parametrize("protocol", ALL)
def test_sandbox_has_no_network(protocol: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        _, recorded = play("opens_socket", protocol, port, plies=2, sandbox="require")
        _, without = play("opens_socket", protocol, port, plies=2, sandbox="off")
    assert recorded.left["A"]["stderr"] == ""
    assert "connected" in without.left["A"]["stderr"]


@needs_java
def test_java_program_plays_within_a_memory_limit(tmp_path: Path) -> None:
    check_java("halma", f"cmd:{java(tmp_path, 'Leaves')}", plies=4)


@needs_java
@pytest.mark.parametrize("kind", ["cmd", "ugi"])
def test_java_program_speaks_over_pipes(kind: str, tmp_path: Path) -> None:
    check_java("checkers", f"{kind}:{java(tmp_path, 'Opens')}", plies=2)


@needs_java
def test_java_finds_a_class_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    java(tmp_path, "Leaves")
    monkeypatch.chdir(tmp_path)
    check_java("halma", "cmd:java -XX:-UsePerfData Leaves", plies=2)


def java(folder: Path, name: str) -> str:
    # Java's figures about itself would stay in /tmp.
    command = ["javac", "-J-XX:-UsePerfData", "-d", str(folder), str(PROGRAMS / f"{name}.java")]
    subprocess.run(command, check=True)
    assert os.listdir(folder) == [f"{name}.class"]
    return f"java -XX:-UsePerfData -cp {folder} {name}"


def check_java(game: str, agent: str, plies: int) -> None:
    limits = Limits(cpu_game=60.0, wall_game=300.0, memory=512 * MIB, plies=plies)
    played = play_task(Task(game, (agent, "random"), limits=limits))
    assert (played.verdict, played.guilty) == (Verdict.PLY_CAP, None), played.reason


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("limits", [{"cpu_move": 0.3}, {"cpu_game": 3.0}])
def test_our_engine_is_a_program_like_any_other(game: str, limits: dict[str, float]) -> None:
    agents = (f"ugi:{sys.executable} -m hopsow engine", "minimax:depth=2")
    task = Task(game, agents, limits=Limits(**limits, plies=8))  # type: ignore[arg-type]
    recorded = Evidence.of(task, play_task(task))
    assert (recorded.verdict, recorded.guilty, recorded.plies) == (Verdict.PLY_CAP, None, 8), (
        recorded.reason
    )
    turns = [turn for turn in recorded.moves if turn.by == "A"]
    assert len(turns) == 4
    assert all(str(turn.received).startswith("bestmove ") for turn in turns)
    replay(recorded)


def test_a_greeting_is_answered_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ugi, "HANDSHAKE", Limits(wall_game=1.0))
    game, recorded = play("deaf", "ugi")
    assert (game.verdict, game.guilty, game.plies) == (Verdict.WALL_TIME, "A", 0)
    assert game.reason.startswith("no answer after 1.000 s; it waits for more input")
    assert recorded.failed is not None


def test_a_folder_that_is_spoilt_is_the_programs_fault(tmp_path: Path) -> None:
    agents = (spec("honest", "halma"), "random")
    task = Task("halma", agents, limits=Limits(plies=2), sandbox="off")
    taken = take_seats(task, tmp_path)
    taken["A"].sit({}, ())
    shutil.rmtree(tmp_path / "A")
    game = Referee(taken, task.start(), task.limits).play()
    assert (game.verdict, game.guilty) == (Verdict.CRASH, "A")
    assert game.reason == "spoilt its folder, input.txt: No such file or directory"
