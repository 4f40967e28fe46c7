"""Kattis' packages: checked by Kattis' own tool, and their validators asked about right and wrong
answers by the hundred."""

import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import hopsow
import pytest
from boards import positions, questions
from hopsow import Move, Position, export, tables
from hopsow.arena.course import exam, grade, scheme
from hopsow.arena.course.checkers import positions as endgames
from hopsow.export.kattis import checkers as checkers_problem
from hopsow.export.kattis import halma as halma_problem
from hopsow.export.kattis import problem
from hopsow.protocols import checkers as checkers_pipe
from hopsow.protocols import halma as halma_files
from playing import spec
from shell import output

# One worker, which writes and compiles each package once.
pytestmark = pytest.mark.xdist_group("kattis")

ACCEPTED, WRONG = 42, 43
HANGS_S = 600
# Everything but the statement, which needs LaTeX.
PARTS = ("config", "data", "graders", "submissions", "validators")
SOLVES = {"halma": "accepted/starter", "checkers": "accepted/knows", "awari": "accepted/searches"}
FULL = {"halma": 10, "checkers": 25, "awari": 100}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kattis")
    for game in hopsow.GAMES:
        export.write("kattis", scheme.of_course(game), folder / game)
    return folder


@pytest.fixture(scope="module")
def validators(packages: Path) -> dict[str, str]:
    """The output validators, compiled with every warning an error."""
    made: dict[str, str] = {}
    for game in hopsow.GAMES:
        folder = packages / game / "output_validators" / "validate"
        made[game] = str(packages / f"validate-{game}")
        warnings = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
        words = ["g++", "-O2", "-std=c++17", *warnings, "-o", made[game]]
        subprocess.run([*words, str(folder / "validate.cpp")], check=True, timeout=HANGS_S)
    return made


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_verifyproblem_finds_no_errors(game: str, packages: Path, tmp_path: Path) -> None:
    tool = Path(sys.executable).parent / "verifyproblem"
    package = shutil.copytree(packages / game, tmp_path / game)
    done = subprocess.run(
        [tool, "--parts", *PARTS, "--", package],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=HANGS_S,
    )
    assert f"{game} tested: 0 errors" in done.stdout, done.stdout
    points = {
        name: int(points)
        for name, points in re.findall(r"(accepted/\w+)\.cpp .* OK: AC \((\d+)\)", done.stdout)
    }
    assert points.pop(SOLVES[game]) == FULL[game]
    assert all(0 < each < FULL[game] for each in points.values())


def test_statements_are_whole(packages: Path) -> None:
    """Every environment is closed, every brace too, and no special character stands bare."""
    for game in hopsow.GAMES:
        text = (packages / game / "problem_statement/problem.en.tex").read_text()
        assert text.startswith(f"\\problemname{{{game.capitalize()}}}\n")
        assert re.findall(r"\\begin{(\w+)}", text) == re.findall(r"\\end{(\w+)}", text)
        assert text.count("{") == text.count("}")
        assert text.count("$") % 2 == 0
        assert not re.search(r"(?<!\\)[_&%#^~]", text)


def judged(validator: str, package: Path, question: str, answers: str, reply: str) -> int:
    """The verdict of a validator."""
    for name, text in (("question", question), ("answers", answers)):
        (package / name).write_text(text)
    command = [validator, str(package / "question"), str(package / "answers"), f"{package}/"]
    done = subprocess.run(command, input=reply.encode(), timeout=HANGS_S)
    return done.returncode


def tried(position: Position, chance: random.Random) -> Iterator[str]:
    """Answers to a Halma question, right and wrong ones, chains longer than necessary too."""
    for move in chance.sample(list(position.legal_moves), min(3, len(position.legal_moves))):
        text = halma_files.write_output(move)
        yield text
        *_, last = text.split()
        yield f"{text}J {last} {last}\n"
        yield text + text
        if text.startswith("J"):
            first, to = text.split()[1:3]
            yield f"J {first} {to}\nJ {to} {first}\n{text}"
            yield text.replace("J", "E")
    for _ in range(8):
        x, y = chance.randint(0, 15), chance.randint(0, 15)
        steps = chance.choice((1, 2))
        dx, dy = (steps * chance.randint(-1, 1) for _ in range(2))
        yield f"{'EJ'[steps - 1]} {x},{y} {x + dx},{y + dy}\n"


def test_halma_validator_judges_as_the_referee_does(
    validators: dict[str, str], tmp_path: Path
) -> None:
    chance = random.Random("answers")
    verdicts = set()
    for position in chance.sample(positions("halma"), 40):
        question = questions("halma", [position])
        for reply in tried(position, chance):
            try:
                halma_files.parse_output(reply, position)
                expected = ACCEPTED
            except ValueError:
                expected = WRONG
            verdicts.add(expected)
            actual = judged(validators["halma"], tmp_path, question, "", reply)
            assert actual == expected, f"{question}{reply}"
    assert verdicts == {ACCEPTED, WRONG}


@pytest.mark.parametrize(
    "reply", ["", "\n", "E 4,0 5,0\nx\n", "E 4,0", "E 4,0 99,0", "\0", "E 4,0 5,0\n" * 2000]
)
def test_halma_validator_refuses_what_is_no_answer(
    reply: str, validators: dict[str, str], tmp_path: Path
) -> None:
    question = questions("halma", [hopsow.start("halma")])
    assert judged(validators["halma"], tmp_path, question, "", reply) == WRONG
    assert (tmp_path / "judgemessage.txt").read_text().strip()


def test_halma_validator_wants_what_an_exam_names(
    validators: dict[str, str], tmp_path: Path
) -> None:
    asked = [each for each in scheme.private("halma", 3).questions if each.keeping]
    assert len(asked) > 5
    for question, case in zip(
        asked, halma_problem.cases(exam.Exam("halma", (*asked,))), strict=True
    ):
        position = question.record("halma", None).position
        for move in position.legal_moves:
            reply = halma_files.write_output(move)
            actual = judged(validators["halma"], tmp_path, case.question, case.answer, reply)
            assert actual == (ACCEPTED if str(move) in question.keeping else WRONG)


def test_checkers_validator_wants_what_keeps_the_value(
    validators: dict[str, str], packages: Path, tmp_path: Path
) -> None:
    secret = packages / "checkers" / "data" / "secret"
    for number, exercise in enumerate(endgames.read(), 1):
        position = hopsow.parse("checkers", exercise.position)
        question = (secret / f"{number:02}.in").read_text()
        answers = (secret / f"{number:02}.ans").read_text()
        for move in position.legal_moves:
            reply = checkers_pipe.write(checkers_pipe.after(position, move))
            actual = judged(validators["checkers"], tmp_path, question, answers, reply)
            assert actual == (ACCEPTED if str(move) in exercise.keeping else WRONG)
            for wrong in (
                reply + reply,
                reply.replace("0_", "1_"),
                reply[1:],
                question,
            ):
                assert judged(validators["checkers"], tmp_path, question, answers, wrong) == WRONG


@pytest.mark.parametrize("is_public", [True, False])
def test_the_accepted_program_solves_every_position(is_public: bool, tmp_path: Path) -> None:
    """Whatever the exam: here also one whose right answers were exchanged."""
    chosen = scheme.of_course("checkers")
    if not is_public:
        only = [replace(each, keeping=each.keeping[-1:]) for each in chosen.questions]
        chosen = replace(chosen, questions=tuple(only))
    program = checkers_problem.submissions(chosen)["accepted/knows.cpp"]
    (tmp_path / "knows.cpp").write_text(program)
    agent = str(tmp_path / "knows")
    words = ["g++", "-O2", "-std=c++17", "-Wall", "-o", agent, f"{agent}.cpp"]
    subprocess.run(words, check=True, timeout=HANGS_S)
    for case in checkers_problem.cases(chosen):
        reply = subprocess.run([agent], input=case.question, capture_output=True, encoding="utf-8")
        assert reply.stdout in case.answer.removeprefix(problem.HEADING).splitlines(keepends=True)


def test_kattis_and_the_referee_ask_alike() -> None:
    course = scheme.of_course("checkers")
    evidence = grade.ask(course, 1, spec("honest", "checkers"), "auto").evidence
    assert evidence is not None
    (asked,) = (turn.sent for turn in evidence.moves)
    assert asked == checkers_problem.cases(course)[0].question
    assert asked.split()[1] == "-5"
    begun = checkers_pipe.asking(hopsow.start("checkers"), None)
    assert checkers_pipe.write(begun).split()[1] == "-1"


def test_sample_of_checkers_has_one_right_answer() -> None:
    position = hopsow.parse("checkers", checkers_problem.SAMPLE)
    known = tables.Tables()

    def value(move: Move) -> int:
        worth = known.probe(position.play(move))
        assert worth is not None
        return -worth[0]

    best = max(map(value, position.legal_moves))
    right = [str(move) for move in position.legal_moves if value(move) == best]
    assert tuple(right) == checkers_problem.KEEPING


def test_awari_validator_plays_by_the_rules(validators: dict[str, str], packages: Path) -> None:
    """The game that it tells is legal to the end, and its result is the core's."""
    (program, *_) = (packages / "awari" / "submissions" / "accepted").iterdir()
    agent = packages / "awari-agent"
    subprocess.run(["g++", "-O2", "-o", agent, program], check=True, timeout=HANGS_S)
    for path in sorted((packages / "awari" / "data" / "secret").glob("*.in")):
        feedback = packages / f"feedback-{path.stem}"
        feedback.mkdir()
        words = [validators["awari"], str(path), str(path.with_suffix(".ans")), f"{feedback}/"]
        assert conversation(words, [str(agent)]) == ACCEPTED
        _, _, game, result = (feedback / "judgemessage.txt").read_text().split(" ", 3)
        *moves, reply = result.removeprefix("moves ").replace(":", "").split()
        record = hopsow.Record("awari", None, hopsow.parse("awari", game))
        for move in moves:
            record.play(move)
        assert record.outcome is not None
        own = {"S": "south", "N": "north"}[path.read_text().split()[2]]
        assert reply == ("won" if record.outcome.winner == own else "drawn")
        assert float((feedback / "score.txt").read_text()) == {"won": 10, "drawn": 5}[reply]


def conversation(judge: list[str], program: list[str]) -> int:
    """The status of an interactive validator that talks to a program."""
    with (
        subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as player,
        subprocess.Popen(judge, stdin=player.stdout, stdout=player.stdin) as referee,
    ):
        assert player.stdin is not None
        assert player.stdout is not None
        player.stdin.close()
        player.stdout.close()
        status = referee.wait(timeout=HANGS_S)
        player.wait(timeout=HANGS_S)
    return status


def test_verb_writes_the_package(tmp_path: Path) -> None:
    made = json.loads(output("export", "kattis", "awari", "-o", str(tmp_path / "x"), "--json"))
    assert {"problem.yaml", "data/secret/10.in", "output_validators/validate/rules.h"} <= {
        *made["files"]
    }
