"""Programs that meddle with the system, mumble, or leave something else than an answer: each gets
its verdict, nobody else does, and nothing of them is left."""

from typing import Any

import pytest
from hopsow.arena.process.sandbox import Sandbox, has_landlock
from hopsow.arena.verdicts import Verdict
from playing import play

SANDBOXES = [
    *(["require"] if Sandbox.choose("auto").kind != "off" else []),
    *(["landlock"] if has_landlock() else []),
    "off",
]
PLAYED = "ply-cap"

# what it does, the verdict in a sandbox, and what the reason says
MEDDLING = [
    ("group", PLAYED, ""),
    ("everybody", PLAYED, ""),
    ("subreaper", PLAYED, ""),
    ("zombies", "crash", "processes, allowed 32"),
    ("executes", "crash", "processes, allowed 32"),
    ("stopped", "wall-time", "no answer after 2.000 s"),
    ("memory", PLAYED, ""),
    ("traces", PLAYED, ""),
    ("priority", PLAYED, ""),
    ("clock", PLAYED, ""),
    ("queues", PLAYED, ""),
    ("core", "crash", "ended by SIGABRT"),
    ("words", PLAYED, ""),
    ("names", PLAYED, ""),
    ("sockets", PLAYED, ""),
    ("owner", PLAYED, ""),
]
MUMBLING = [
    ("halves", "bad-format", "found the byte 0xc3, expected UTF-8"),
    ("nothing", "bad-format", 'found "\\x00'),
    ("pieces", PLAYED, ""),
    ("without", "output-flood", "wrote more than 1048576 bytes to standard output"),
    ("closes", "crash", "Bad file descriptor"),
    ("returns", PLAYED, ""),
    ("narrow", PLAYED, ""),
    ("asks", PLAYED, ""),
    ("shares", "wall-time", "no answer after 2.000 s"),
    ("digits", "bad-format", "expected"),
    ("plus", "bad-format", "expected a counter from 0 to 50"),
    ("separator", "bad-format", "expected a counter from 0 to 50"),
    ("feed", "bad-format", "expected a counter from 0 to 50"),
    ("lies", "illegal-move", "but the game goes on"),
    ("blanks", "bad-format", "wrote more than one line"),
    ("wide", "bad-format", "expected BOARD LASTMOVE NEXT COUNTER"),
]
DISGUISED = [
    ("zero", "bad-format", "output.txt is not a file"),
    ("passwd", "bad-format", "output.txt is not a file"),
    ("itself", "bad-format", "output.txt is not a file"),
    ("pipe", "bad-format", "output.txt is not a file"),
    ("question", "bad-format", "expected E or J"),
    ("sparse", "output-flood", "wrote more than 1048576 bytes to output.txt"),
    ("names", PLAYED, ""),
    ("only names", "no-answer", 'there is no output.txt, but "\\x1b[2Joutput.txt"'),
]
SLOW = ("stopped", "shares")  # they are waited for


@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize(("how", "verdict", "reason"), MEDDLING)
def test_meddling_harms_nobody(how: str, verdict: str, reason: str, sandbox: str) -> None:
    limits: dict[str, Any] = {"wall_move": 2.0} if how in SLOW else {}
    game, _ = play("meddles", "checkers", how, sandbox=sandbox, processes=32, **limits)
    assert game.guilty != "B"
    assert game.verdict is not Verdict.REFEREE_ERROR, game.reason
    if sandbox != "off":
        assert (game.verdict.value, reason in game.reason) == (verdict, True), game.reason
        assert game.left["A"]["stderr"] == "" or verdict == "crash"


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_program_ends_its_own_children_by_any_signal(sandbox: str) -> None:
    """What the supervisor ignores, programs do not."""
    game, _ = play("ends_children", "checkers", sandbox=sandbox, wall_move=20.0)
    assert game.verdict is Verdict.PLY_CAP, game.reason


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_who_binds_its_supervisors_hands_harms_itself(sandbox: str) -> None:
    game, _ = play("meddles", "checkers", "limits", sandbox=sandbox)
    assert game.verdict in (Verdict.PLY_CAP, Verdict.CRASH), game.reason
    assert game.guilty != "B"


@pytest.mark.parametrize(("how", "verdict", "reason"), MUMBLING)
def test_mumbling_is_understood_or_not(how: str, verdict: str, reason: str) -> None:
    limits: dict[str, Any] = {"wall_move": 2.0} if how in SLOW else {}
    game, _ = play("mumbles", "checkers", how, **limits)
    assert (game.verdict.value, reason in game.reason) == (verdict, True), game.reason


@pytest.mark.parametrize(("how", "verdict", "reason"), DISGUISED)
def test_only_a_file_is_an_answer(how: str, verdict: str, reason: str) -> None:
    game, _ = play("disguises", "halma", how)
    assert (game.verdict.value, reason in game.reason) == (verdict, True), game.reason
