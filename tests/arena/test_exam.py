"""Exams by seed: what they claim is proven, and a file that was touched is not used."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hopsow import tables
from hopsow.agents import Clock, make
from hopsow.arena.course import difficulty, grade, scheme
from hopsow.arena.course import exam as exams
from hopsow.arena.course.halma import sharp
from hopsow.games import Engine, Move, Position, minimax, parse
from hopsow.records import Record
from playing import PROGRAMS
from shell import complaint, output, run

SEED = 5


def test_tables_prove_the_endings_of_awari() -> None:
    known = tables.open_tables()
    exam = scheme.private("awari", SEED)
    endings = [question for question in exam.questions if question.is_single]
    assert exam.parts == {"endings": 20.0, "games": 100.0}
    assert {question.value for question in endings} == {"win", "draw"}
    for question in endings:
        position = question.record("awari", None).position
        best = {"win": 1, "draw": 0}[question.value]
        for move in position.legal_moves:
            after = position.play(move)
            worth = known.probe(after)
            result = None if worth is None else -worth[0]
            if after.outcome is not None:
                winner = after.outcome.winner
                result = 0 if winner is None else 1 if winner == position.to_move else -1
            assert (str(move) in question.keeping) == (result == best), (question, str(move))


def test_tables_prove_the_positions_of_checkers(tmp_path: Path) -> None:
    """Other positions than those that are always asked, as many of them."""
    exam = scheme.private("checkers", SEED)
    tables.build("checkers", 4, tmp_path)
    known = tables.Tables(tmp_path)
    usual = {question.position for question in scheme.of_course("checkers").questions}
    assert len(exam.questions) == 25
    assert not usual & {question.position for question in exam.questions}
    for question in exam.questions:
        position = question.record("checkers", None).position
        best = {"win": 1, "draw": 0}[question.value]
        for move in position.legal_moves:
            worth = known.probe(position.play(move))
            assert worth is not None
            assert (str(move) in question.keeping) == (-worth[0] == best)


def points(exam: exams.Exam, choose: Callable[[Position], Move | None]) -> float:
    """The points of a player in the questions that not every legal move solves."""
    return sum(
        question.worth
        * (str(choose(question.record(exam.game, None).position)) in question.keeping)
        for question in exam.questions
        if question.keeping
    )


# The unchanged starters, in positions without a capture.
STARTERS: dict[str, Callable[[Position], Move | None]] = {
    "awari": lambda position: minimax(position, 1),
    "checkers": lambda position: min(
        position.legal_moves, key=lambda move: list(map(int, move.squares))
    ),
}


@pytest.mark.parametrize(
    ("game", "seeds", "starter", "three_plies", "level"),
    [("awari", range(6), 8, 14, 20), ("checkers", (SEED,), 6, 16, 25)],
)
def test_exams_of_any_seed_are_equally_hard(
    game: str, seeds: Iterable[int], starter: float, three_plies: float, level: float
) -> None:
    """The unchanged starter, plain minimax and a level get the same marks, whatever the seed."""
    agent = make("engine:level=5:seed=1", game)
    for seed in seeds:
        exam = scheme.private(game, seed)
        assert points(exam, STARTERS[game]) == starter
        assert points(exam, lambda it: minimax(it, 3)) == three_plies
        assert abs(points(exam, lambda it: agent.choose(it, Clock())) - level) <= 1
        assert {question.value for question in exam.questions if question.keeping} == {
            "win",
            "draw",
        }
    assert 0.25 < exams.right_by_chance(exam) < 0.4


def test_games_of_awari_are_equally_hard() -> None:
    """The starter, which is greedy, wins two games and a search of three plies seven."""
    for seed in (SEED, SEED + 1):
        exam = scheme.private("awari", seed)
        games = [n for n, question in enumerate(exam.questions, 1) if not question.is_single]
        for agent, won in (("greedy", 20.0), ("minimax:depth=3", 70.0)):
            marks = [grade.ask(exam, number, agent, "auto") for number in games]
            assert grade.total(marks) == (won, 100.0)
            assert {mark.points for mark in marks} == {0.0, 10.0}


def test_a_position_that_a_deeper_search_gets_wrong_has_no_depth() -> None:
    """One ply ahead minimax plays E here, and A from two plies on."""
    position = parse("awari", "1-2-7-6-6-6-4-4-0-5-1-6-0-0-S")
    simple = position.move("F")
    assert difficulty.depth_to_solve(position, ["F", "A", "E"], simple) == 0
    assert difficulty.depth_to_solve(position, ["A"], simple) == 2
    assert difficulty.depth_to_solve(position, ["B"], simple) == difficulty.DEEPEST + 1
    assert difficulty.depth_to_solve(position, ["E"], simple) is None


def test_making_says_how_hard_it_is(tmp_path: Path) -> None:
    said = output("exam", "make", "awari", "--seed", "8", "-o", str(tmp_path / "exam.json"))
    assert said.splitlines()[1:] == [
        "solved by a plain search: 4 without a search, 3 to depth 3, 0 to depth 5, 3 deeper",
        "right moves: 29% of all, in questions with a right move",
    ]


def test_moves_that_are_right_in_halma_lead_by_the_margin() -> None:
    """A deeper search than the one that chose them, with a memory of another size, agrees."""
    _, _, found = next(sharp.candidates(SEED))
    report = Engine("halma", 16).search([found.position], depth=6, lines=len(found.keeping) + 1)
    assert {str(line.pv[0]) for line in report.lines[: len(found.keeping)]} == set(found.keeping)
    assert sharp.right_moves(Record("halma")) == ()  # every first move is about as good


def test_same_seed_same_exam(tmp_path: Path) -> None:
    written = [tmp_path / "one.json", tmp_path / "two.json"]
    for path in written:
        sentence = json.loads(
            output("exam", "make", "awari", "--seed", "8", "-o", str(path), "--json")
        )
        assert (sentence["questions"], sentence["worth"]) == (20, 120)
        assert exams.read(path).checksum == sentence["checksum"]
    assert written[0].read_bytes() == written[1].read_bytes()
    assert scheme.private("awari", 9).checksum != sentence["checksum"]
    assert exams.read(written[0]) == scheme.private("awari", 8)


def test_without_a_seed_nobody_can_guess_the_exam(tmp_path: Path) -> None:
    path = tmp_path / "exam.json"
    seeds = set()
    for _ in range(3):
        output("exam", "make", "awari", "-o", str(path))
        seeds.add(exams.read(path).seed)
    assert len(seeds) == 3
    assert max(seeds) > 2**40


def test_grade_by_an_exam_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "exam.json"
    exam = scheme.private("awari", SEED)
    exam.write(path)
    arguments = ("--exam", str(path), "--only", "10", "--json", "--feedback", "full")
    marked = json.loads(output("grade", "awari", "minimax:depth=1", *arguments))
    assert marked["exam"] == {"seed": SEED, "rules": None, "checksum": marked["exam"]["checksum"]}
    assert 0 < marked["points"] < 20
    for question, asked in zip(marked["questions"], exam.questions, strict=False):
        played = question["evidence"]["moves"][-1]["move"]
        assert question["points"] == (2 if played in asked.keeping else 0)
        assert question["notation"] == ([] if question["points"] else lines(asked.keeping))


def lines(moves: tuple[str, ...]) -> list[str]:
    return [f"bestmove {move}\n" for move in moves]


def test_answers_beside_the_program_are_refused(tmp_path: Path) -> None:
    scheme.of_course("awari").write(tmp_path / "exam.json")
    program = tmp_path / "agent.py"
    program.write_text((PROGRAMS / "honest.py").read_text())
    problem = complaint(
        "grade", "awari", f"ugi:python3 {program}", "--exam", str(tmp_path / "exam.json")
    )
    assert "where the program can read it" in problem


def change(path: tuple[str | int, ...], value: Any) -> Callable[[dict[str, Any]], None]:
    def changed(content: dict[str, Any]) -> None:
        place: Any = content
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return changed


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (change(("format",), "hopsow evidence"), "not an exam, expected format 'hopsow exam'"),
        (change(("version",), 2), "an exam of version 2, expected 1"),
        (change(("game",), "go"), 'game = "go": expected halma, checkers or awari'),
        (change(("rules",), "mine"), 'rules = "mine": expected forfeit'),
        (change(("seed",), -1), "seed = -1: expected at least 0"),
        (change(("questions",), []), "questions = []: expected at least 1 of them"),
        (change(("questions", 1), 3), "question 2 = 3: expected a table of keys and values"),
        (change(("questions", 0, "worth"), -1), "worth = -1 in question 1: expected more than 0"),
        (change(("questions", 0, "keeping"), ["f"]), "question 1: "),
        (change(("questions", 0, "position"), "4-4"), "question 1: "),
        (change(("questions", 0, "first"), "B"), "question 1: the program is not to move"),
        (change(("questions", 0, "cpu_move"), None), "question 1: expected a limit"),
        (change(("questions", 0, "colour"), 1), "unknown key 'colour' in question 1"),
        (
            change(("questions", 19, "opponent"), "py:os:system"),
            'question 20: opponent = "py": expected ',
        ),
        (change(("questions", 19, "opening"), ["A", "A"]), "question 20: "),
    ],
)
def test_a_file_that_is_wrong_says_why(
    damage: Callable[[dict[str, Any]], None], problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "exam.json"
    scheme.private("awari", SEED).write(path)
    content = json.loads(path.read_text())
    damage(content)
    path.write_text(json.dumps(content))
    sentence = "the exam was changed or damaged" if content["version"] == 1 else problem
    if content["format"] == exams.FORMAT:
        with pytest.raises(ValueError, match=sentence):
            exams.read(path)
    # A checksum that fits does not make nonsense an exam.
    del content["checksum"]
    content["checksum"] = exams._checksum(content)
    with pytest.raises(ValueError) as error:  # noqa: PT011 (the text is compared below)
        exams.loads(json.dumps(content))
    assert str(error.value).startswith(problem)


def test_bytes_that_are_no_exam_are_one_sentence(tmp_path: Path) -> None:
    for number, text in enumerate((b"", b"\xff\xfe", b"[1]", b"[" * 100_000, b"null")):
        path = tmp_path / f"{number}.json"
        path.write_bytes(text)
        problem = complaint("grade", "awari", "greedy", "--exam", str(path))
        assert problem.startswith(f"{path}: not an exam")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--seed", "3"), "--seed: the exam "),
        (("--rules", "abapa"), "--rules: the exam "),
    ],
)
def test_an_exam_has_its_own_seed_and_rules(
    arguments: tuple[str, str], problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "exam.json"
    scheme.of_course("awari").write(path)
    assert complaint("grade", "awari", "greedy", "--exam", str(path), *arguments).startswith(
        problem
    )
    sentence = complaint("grade", "halma", "greedy", "--exam", str(path))
    assert sentence == f"{path}: an exam of awari, expected one of halma"


def test_making_refuses_what_it_cannot_write_or_seed(tmp_path: Path) -> None:
    done = run("exam", "make", "awari", "--seed", "1", "-o", str(tmp_path / "no" / "exam.json"))
    assert (done.returncode, done.stdout) == (2, "")
    sentence = complaint("exam", "make", "awari", "--seed", "-1", "-o", str(tmp_path / "exam.json"))
    assert sentence == f"the seed is -1, expected 0 to {2**63 - 1}"
    assert list(tmp_path.iterdir()) == []
