"""The walk through the protocol names the line at which an engine fails, and always comes back."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hopsow import GAMES
from hopsow.ugi import check
from hopsow.ugi.check import CheckTask, Step, Walk, walk
from shell import HOPSOW, complaint, run

DOUBLE = str(Path(__file__).parent / "double.py")

FAULTS = {  # the line at which it fails, what stands under "received"
    "no author": ("ugi", "ugiok"),
    "no ugiok": ("ugi", "nothing more within 1 s"),
    "deaf": ("ugi", "nothing more within 1 s"),
    "floods": ("ugi", "nothing more within 1 s"),
    "dies at once": ("ugi", "the program ended with status 3"),
    "not ready": ("isready", "nothing more within 1 s"),
    "crashes": ("uginewgame", "the program ended with status 5"),
    "wrong turn": ("query p1turn", "response false"),
    "no response": ("query p1turn", "nothing more within 1 s"),
    "silent search": ("go depth 1", "nothing more within 1 s"),
    "illegal move": ("go depth 1", "bestmove 0,0-15,15"),
    "no move": ("go depth 1", "bestmove"),
    "bad line": ("go depth 1", "info depth 1 score cp 0 pv 0,0-15,15"),
    "bad number": ("go depth 1", "info depth one score cp 0"),
    "answers too soon": ("go infinite", "bestmove "),
    "does not stop": ("stop", "nothing more within 1 s"),
    "forgiving": ("frobnicate", "nothing more within 1 s"),
    "no fen": ("query fen", "error "),
    "ends badly": ("quit", "status 4"),
    "stays": ("quit", "still running after 1 s"),
}


SILENCES = ("nothing more", "still running")


def wait_briefly_for_silence(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that shows as silence is waited for a second; an answer that will come, on a machine
    however busy, as long as it takes."""
    line, received = FAULTS[fault]
    is_silent = received.startswith(SILENCES)
    take = Walk._take

    def patient(self: Walk, task: CheckTask) -> Step:
        is_due = is_silent and any(sent.startswith(line) for sent in task.sent)
        seconds = 1.0 if is_due else task.seconds if task.wants_silence else 300.0
        return take(self, replace(task, seconds=seconds))

    monkeypatch.setattr(Walk, "_take", patient)
    monkeypatch.setattr(check, "ANSWER_S", 1.0 if is_silent and line == "quit" else 300.0)


def walked(fault: str, monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    wait_briefly_for_silence(fault, monkeypatch)
    return list(walk([sys.executable, DOUBLE, fault], "halma"))


@pytest.mark.parametrize(("fault", "place"), FAULTS.items(), ids=FAULTS)
def test_fault_is_found_at_its_line(
    fault: str, place: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    *good, bad = walked(fault, monkeypatch)
    line, received = place
    assert all(step.passed for step in good)
    assert not bad.passed
    assert any(sent.startswith(line) for sent in bad.sent), bad
    assert bad.received[-1].startswith(received), bad
    assert bad.expected
    assert [step.number for step in (*good, bad)] == list(range(1, len(good) + 2))


def test_our_own_engine_passes_in_every_game() -> None:
    done = run("engine", "--json", "--check", *HOPSOW, "engine")
    assert done.returncode == 0, done.stdout
    report = json.loads(done.stdout)
    assert report["passed"]
    sent = [line for step in report["steps"] for line in step["sent"]]
    assert [line.split()[-1] for line in sent if "name Game" in line] == list(GAMES)


@pytest.mark.parametrize("fault", ["stays", "crashes", "floods"])
def test_program_is_ended(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def start(*arguments: object, **options: object) -> object:
        process = popen(*arguments, **options)  # type: ignore[call-overload]
        started.append(process)
        return process

    monkeypatch.setattr(subprocess, "Popen", start)
    walked(fault, monkeypatch)
    assert [process.poll() is not None for process in started] == [True]


def test_failure_is_told_line_by_line() -> None:
    done = run("engine", "--game", "halma", "--check", sys.executable, DOUBLE, "illegal move")
    assert done.returncode == 1
    assert (
        done.stdout.splitlines()[-4:]
        == [
            "     sent      position startpos",
            "               go depth 1",
            "     received  bestmove 0,0-15,15",
            "     expected  bestmove MOVE",
        ]
        or done.stdout.splitlines()[-1] == "     expected  bestmove MOVE"
    )
    assert "FAILED  position startpos; go depth 1" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--check", "--check needs a program"),
        ("--game chess --check true", 'unknown game "chess", expected halma, checkers, awari'),
        ("--check /nowhere/engine", "/nowhere/engine: No such file or directory"),
        ("--frobnicate", "unrecognized argument: --frobnicate"),
        ("--json", "--game and --json belong to --check"),
    ],
)
def test_wrong_arguments_are_one_sentence(arguments: str, sentence: str) -> None:
    assert sentence in complaint("engine", *arguments.split())
