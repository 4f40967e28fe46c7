"""Marks and conformance: honest programs pass, and each lost point has its reason."""

import json
import sys
from pathlib import Path

import pytest
from hopsow.arena import grade, positions
from hopsow.arena.conformance import Examiner
from hopsow.arena.limits import Limits
from hopsow.arena.sandbox import Sandbox
from hopsow.games import Engine, parse
from playing import PROGRAMS, spec
from shell import complaint, output, run

IMPATIENT = Limits(cpu_move=60.0, wall_move=3.0)


def program(name: str, protocol: str) -> str:
    return f"{sys.executable} {PROGRAMS / name}.py {protocol}"


@pytest.mark.parametrize(
    ("game", "protocol", "checks"), [("halma", "halma", 10), ("checkers", "checkers", 15)]
)
def test_honest_program_passes_all_checks(game: str, protocol: str, checks: int) -> None:
    found = output("check", program("honest", protocol), "--game", game)
    assert found.endswith(f"all {checks} checks passed\n")


@pytest.mark.parametrize("game", ["halma", "checkers", "awari"])
def test_honest_engine_passes_all_checks(game: str) -> None:
    found = output("check", f"ugi:{program('honest', 'ugi')}", "--game", game)
    assert found.endswith("all 3 checks passed\n")


def test_first_failure_shows_what_was_sent_and_which_rule_broke() -> None:
    done = run("check", program("illegal_move", "checkers"), "--game", "checkers", "--json")
    assert done.returncode == 1
    (finding,) = json.loads(done.stdout)["checks"]
    assert finding["number"] == 1
    assert finding["verdict"] == "illegal-move"
    assert finding["problem"] == "12-17 is not a diagonal step"
    assert finding["sent"].startswith("rrrrrrrrrrrr")
    assert finding["received"].endswith("0_11_16 w 49\n")


def test_ends_are_checked() -> None:
    """A program that plays well but does not know how a game begins and ends fails just there."""
    agent = spec("plays_on", "checkers")
    examiner = Examiner(agent, "checkers", Sandbox.choose("auto"), IMPATIENT)
    failed = {finding.title: finding.verdict for finding in examiner.examine() if finding.problem}
    assert failed == {
        "init: prints the start line and plays white": "wall-time",
        "red without moves says that white has won": "no-answer",
        "white without men says that red has won": "no-answer",
        "counter 0 is a draw": "no-answer",
        "ends after reading an end marker": "wall-time",
    }


def test_halma_mark_is_out_of_a_hundred() -> None:
    items = grade.exam("halma", spec("honest", "halma"))
    assert [item.worth for item in items] == [1.0] * 10 + [10.0] * 9
    games = [item.task for item in items[10:]]
    assert [task.first for task in games].count("A") == 5
    assert all(task.draws == "time" and task.agents[1].startswith("minimax") for task in games)
    assert len({task.limits.cpu_game for task in games}) > 1


def test_each_single_move_asks_the_program() -> None:
    marks = list(grade.mark(grade.exam("halma", spec("honest", "halma"))[:3]))
    assert [mark.points for mark in marks] == [1.0, 1.0, 1.0]
    assert all(mark.evidence["moves"][-1]["by"] == "A" for mark in marks)
    assert all(mark.evidence["moves"][-1]["sent"].startswith("SINGLE") for mark in marks)


def test_lost_points_have_reasons_a_student_can_read(tmp_path: Path) -> None:
    page = tmp_path / "mark.md"
    arguments = ("grade", "halma", program("malformed", "halma"), "--only", "2", "--json")
    found = json.loads(output(*arguments, "--page", str(page), "--evidence", str(tmp_path / "e")))
    assert (found["points"], found["worth"]) == (0, 2)
    assert "expected E or J" in found["questions"][0]["reason"]
    text = page.read_text()
    assert text.startswith("# halma: 0 of 2 points")
    assert "my move: forward!" in text
    assert "checked" in output("replay", str(tmp_path / "e" / "question-01.json"))


def test_checkers_mark_counts_moves_that_keep_the_outcome() -> None:
    items = grade.exam("checkers", spec("honest", "checkers"))
    assert len(items) == 25
    marks = list(grade.mark(items[:4]))
    for item, mark in zip(items, marks, strict=False):
        move = mark.evidence["moves"][-1]["move"]
        assert mark.points == (move in item.keeping)
        assert mark.points or "throws the" in mark.reason


def test_awari_mark_is_ten_games_at_three_depths() -> None:
    items = grade.exam("awari", spec("honest", "ugi"))
    assert len({item.task.agents[1] for item in items}) == 3
    marks = list(grade.mark(items[:1]))
    assert marks[0].worth == 10.0


def test_grade_refuses_other_rules() -> None:
    problem = complaint("grade", "halma", program("honest", "halma"), "--rules", "original")
    assert problem == "--rules: the schemes of the courses know only their own rules"


def test_every_listed_position_has_a_choice() -> None:
    exercises = positions.read()
    assert len(exercises) == 25
    for exercise in exercises:
        legal = {str(move) for move in parse("checkers", exercise.position).legal_moves}
        assert set(exercise.keeping) < legal
        assert exercise.value in ("win", "draw")


def test_search_finds_no_win_that_the_proofs_deny() -> None:
    """The engine proves wins and losses by another way; it must never contradict the list."""
    engine = Engine("checkers", 16)
    for exercise in positions.read():
        position = parse("checkers", exercise.position)
        for move in position.legal_moves:
            report = engine.search([position.play(move)], nodes=5_000, exact=True)
            if report.exact and report.score:
                value = "win" if report.score < 0 else "loss"
                keeps = str(move) in exercise.keeping
                assert keeps == (value == exercise.value), (exercise, str(move))
