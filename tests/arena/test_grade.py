"""Marks and conformance: honest programs pass, and each lost point has its reason."""

import dataclasses
import json
import sys
from pathlib import Path

import pytest
from hopsow import tables
from hopsow.arena.course import exam as exams
from hopsow.arena.course import grade, scheme
from hopsow.arena.course.check import Examiner
from hopsow.arena.course.checkers import positions
from hopsow.arena.course.grade import Mark
from hopsow.arena.course.page import page
from hopsow.arena.documents import checked
from hopsow.arena.limits import Limits
from hopsow.arena.process.sandbox import Sandbox
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
    actual = output("check", game, program("honest", protocol))
    assert actual.endswith(f"all {checks} checks passed\n")


@pytest.mark.parametrize("game", ["halma", "checkers", "awari"])
def test_honest_engine_passes_all_checks(game: str) -> None:
    actual = output("check", game, f"ugi:{program('honest', 'ugi')}")
    assert actual.endswith("all 3 checks passed\n")


MINE = """\
class Player:
    def choose(self, position, clock):
        return position.legal_moves[0]

class Liar:
    def choose(self, position, clock):
        return "A9"
"""


def test_a_class_of_ones_own_is_checked(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    path = str(tmp_path)
    for rules in ("forfeit", "abapa", "oware"):
        done = run("check", "awari", "py:mine:Player", "--rules", rules, PYTHONPATH=path)
        assert done.stdout.endswith("all 3 checks passed\n")
    done = run("check", "awari", "py:mine:Liar", "--json", PYTHONPATH=path)
    (finding,) = json.loads(done.stdout)["checks"]
    assert (done.returncode, finding["verdict"]) == (1, "bad-format")
    assert "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S" in finding["sent"]
    assert finding["received"] == "bestmove A9\n"


def test_a_class_of_ones_own_is_marked(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    arguments = ("--only", "2", "--json")
    done = run("grade", "awari", "py:mine:Player", *arguments, PYTHONPATH=str(tmp_path))
    assert [each["outcome"] for each in json.loads(done.stdout)["questions"]] == ["lost", "lost"]
    done = run("grade", "awari", "py:mine:Liar", *arguments, PYTHONPATH=str(tmp_path))
    questions = json.loads(done.stdout)["questions"]
    assert {each["outcome"] for each in questions} == {"bad-format"}


def test_match_takes_a_command_as_grade_does(tmp_path: Path) -> None:
    command = program("honest", "checkers")
    arguments = ("--games", "1", "--plies", "4", "--json", "--evidence", str(tmp_path))
    actual = json.loads(output("match", "checkers", command, "greedy", *arguments))
    assert [game["verdict"] for game in actual["results"]] == ["ply-cap"]


def test_first_failure_shows_what_was_sent_and_which_rule_broke() -> None:
    done = run("check", "checkers", program("illegal_move", "checkers"), "--json")
    assert done.returncode == 1
    (finding,) = json.loads(done.stdout)["checks"]
    assert finding["number"] == 1
    assert finding["verdict"] == "illegal-move"
    assert finding["problem"] == "12-17 is not a diagonal step; 12-17 is 0_11_16 here"
    assert finding["sent"].startswith("rrrrrrrrrrrr")
    assert finding["received"].endswith("0_11_16 w 49\n")


def test_ends_are_checked() -> None:
    """A program that plays well but does not know how a game begins and ends fails just there."""
    agent = spec("plays_on", "checkers")
    examiner = Examiner(agent, "checkers", Sandbox.choose("auto"), IMPATIENT)
    findings = [each for each in scheme.examine(examiner) if each.problem]
    failed = {each.title: each.verdict for each in findings}
    assert failed == {
        "init: prints the start line and plays white": "wall-time",
        "red without moves says that white has won": "no-answer",
        "white without men says that red has won": "no-answer",
        "counter 0 is a draw": "no-answer",
        "ends after reading an end marker": "wall-time",
    }


def first_questions(exam: exams.Exam, count: int) -> exams.Exam:
    return dataclasses.replace(exam, questions=exam.questions[:count])


def test_halma_mark_is_out_of_a_hundred() -> None:
    exam = scheme.of_course("halma")
    assert [question.worth for question in exam.questions] == [1.0] * 10 + [10.0] * 9
    games = exam.questions[10:]
    assert [game.first for game in games].count("A") == 5
    assert all(game.draws == "time" and game.opponent.startswith("minimax") for game in games)
    assert len({game.cpu_game for game in games}) > 1


def test_the_nine_games_of_halma_begin_differently() -> None:
    games = scheme.of_course("halma").questions[10:]
    assert len({game.record("halma", None).position for game in games}) == 9
    begun = [game.record("halma", None).position.to_move for game in games]
    assert begun == ["black"] * 9


def test_each_single_move_asks_the_program() -> None:
    exam = first_questions(scheme.of_course("halma"), 3)
    marks = list(grade.mark(exam, spec("honest", "halma"), "auto"))
    assert [mark.points for mark in marks] == [1.0, 1.0, 1.0]
    turns = [mark.evidence.moves[-1] for mark in marks if mark.evidence]
    assert [turn.by for turn in turns] == ["A", "A", "A"]
    assert all(str(turn.sent).startswith("SINGLE") for turn in turns)


def test_lost_points_have_reasons_a_student_can_read(tmp_path: Path) -> None:
    page = tmp_path / "mark.html"
    arguments = ("grade", "halma", program("malformed", "halma"), "--only", "2", "--json")
    actual = json.loads(output(*arguments, "--page", str(page), "--evidence", str(tmp_path / "e")))
    assert (actual["points"], actual["worth"]) == (0, 2)
    assert "expected E or J" in actual["questions"][0]["reason"]
    text = page.read_text()
    assert "<h1>Halma: 0 of 2 points</h1>" in text
    assert "my move: forward!" in text
    assert "Black was to move." in text
    assert text.count("<svg") == 2
    assert "checked" in output("replay", str(tmp_path / "e" / "question-01.json"))


def test_page_shows_what_a_program_said_as_it_crashed(tmp_path: Path) -> None:
    page = tmp_path / "mark.html"
    arguments = ("grade", "checkers", program("crashes_at_start", "checkers"), "--only", "1")
    assert output(*arguments, "--page", str(page)).endswith("mark: 0 of 1\n")
    text = page.read_text()
    assert "<pre>there is no heart in me</pre>" in text
    assert "<p>Expected:</p>" in text
    assert " 0_" in text.partition("<p>Expected:</p>")[2]


def test_halma_is_marked_to_the_end() -> None:
    """Games cut short are draws: the reference, which starts no process, has used less time."""
    exam = scheme.of_course("halma")
    marks = []
    for number, question in enumerate(exam.questions, 1):
        limits = question.limits("halma")
        short = limits if question.is_single else dataclasses.replace(limits, plies=6)
        marks.append(grade.ask(exam, number, spec("honest", "halma"), "auto", short))
    assert [mark.points for mark in marks] == [1.0] * 10 + [0.0] * 9
    assert all("lost after 6 plies" in mark.reason for mark in marks[10:])
    assert all("more time left" in mark.reason for mark in marks[10:])
    assert grade.by_part(marks) == {"single moves": (10.0, 10.0), "games": (0.0, 90.0)}
    text = page("halma", "cmd:<honest>", marks)
    assert "<h1>Halma: 10 of 100 points</h1>" in text
    assert "cmd:&lt;honest&gt;" in text
    assert all(f"<h3>{mark.title}</h3>" in text for mark in marks[10:])
    assert [
        checked(Mark, json.loads(json.dumps(each.as_json())), is_open=True) for each in marks
    ] == marks


def test_checkers_is_marked_to_the_end() -> None:
    agent = program("honest", "checkers")
    marked = json.loads(output("grade", "checkers", agent, "--json"))
    assert marked["worth"] == len(marked["questions"]) == 25
    for question, exercise in zip(marked["questions"], positions.read(), strict=True):
        last = str(parse("checkers", exercise.position).legal_moves[-1])  # what honest plays
        assert question["points"] == (last in exercise.keeping)
    assert 0 < marked["points"] < 25


def test_awari_is_marked_to_the_end() -> None:
    marked = json.loads(output("grade", "awari", program("honest", "ugi"), "--json"))
    assert marked["worth"] == 100
    words = {0.0: "lost after ", 5.0: "drawn after ", 10.0: "won after "}
    for question in marked["questions"]:
        assert question["reason"].startswith(words[question["points"]])


def test_awari_mark_is_ten_games_at_three_depths() -> None:
    questions = scheme.of_course("awari").questions
    assert len(questions) == 10
    assert len({question.opponent for question in questions}) == 3
    assert {question.worth for question in questions} == {10.0}


def test_lost_games_say_where_they_turned() -> None:
    """The first legal move at every turn loses stones that a short search would have kept."""
    marked = json.loads(output("grade", "awari", f"ugi:{program('honest', 'ugi')}", "--json"))
    lost = [question for question in marked["questions"] if question["outcome"] == "lost"]
    assert lost
    assert any(question["better"] for question in lost)
    for question in lost:
        assert all(sentence.endswith(" was better") for sentence in question["better"])


def test_questions_put_at_once_earn_the_same_marks() -> None:
    options = ("grade", "checkers", "minimax:depth=3", "--only", "4")
    assert output(*options, "--jobs", "2") == output(*options)
    assert "expected at least 1" in complaint(*options, "--jobs", "0")


def test_grade_refuses_no_questions() -> None:
    problem = complaint("grade", "halma", program("honest", "halma"), "--only", "0")
    assert problem == "--only 0: expected at least 1 question"


def test_grade_by_other_rules() -> None:
    arguments = ("--rules", "original", "--only", "3", "--json")
    marked = json.loads(output("grade", "halma", "greedy", *arguments))
    assert marked["points"] == 3
    assert {question["evidence"]["rules"] for question in marked["questions"]} == {"original"}
    problem = complaint("grade", "checkers", "greedy", "--rules", "tournament")
    assert problem == "the positions are proven for the rules dd2380 only"


@pytest.mark.parametrize(
    ("least", "status", "said"), [("4", 0, ", passed"), ("5", 1, ", not passed")]
)
def test_pass_mark_is_the_exit_status(least: str, status: int, said: str) -> None:
    done = run("grade", "checkers", "greedy", "--only", "6", "--pass", least)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (status, f"mark: 4 of 6{said}")


def test_grade_refuses_a_pass_mark_beyond_reach() -> None:
    problem = complaint("grade", "checkers", "greedy", "--only", "2", "--pass", "3")
    assert problem == "--pass 3: expected 0 to 2 points"


@pytest.mark.parametrize("option", ["--page", "--evidence"])
def test_places_to_write_are_tried_before_the_exam(option: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("grade", "checkers", "greedy", option, str(tmp_path / "file" / "mark"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "Not a directory" in done.stderr


def test_the_maker_of_the_positions_has_a_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["positions", "--help"])
    with pytest.raises(SystemExit):
        positions.main()
    assert "Print the list" in capsys.readouterr().out


def test_tables_prove_the_listed_positions(tmp_path: Path) -> None:
    """The list is what the tables choose, and each move is judged by what it leads to."""
    tables.build("checkers", positions.PIECES, tmp_path)
    known = tables.Tables(tmp_path)
    exercises = positions.read()
    assert exercises == positions.make(known)
    assert len(exercises) == 25
    for exercise in exercises:
        position = parse("checkers", exercise.position)
        best = {"win": 1, "draw": 0}[exercise.value]
        for move in position.legal_moves:
            worth = known.probe(position.play(move))
            assert worth is not None
            assert (str(move) in exercise.keeping) == (-worth[0] == best), (exercise, str(move))


def test_search_finds_no_win_that_the_tables_deny() -> None:
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


def test_what_was_expected_is_told_in_the_courses_format() -> None:
    for game, word in (("checkers", " 0_13_17 w 42 or "), ("halma", " 1,2 3,4")):
        line = output("grade", game, program("no_output", game), "--only", "1").splitlines()[0]
        assert word in line.partition("; expected in the course's format: ")[2]
