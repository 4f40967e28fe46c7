"""What students are told: under `reason` and `points` no output holds a right answer."""

import re
import shlex
import signal
import subprocess
import sys
import zlib
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import pytest
import secret_exams
from hopsow.arena.course import feedback, grade, scheme
from hopsow.arena.course.exam import Exam
from hopsow.arena.course.page import page
from hopsow.games import parse
from shell import HOPSOW, output

HALMA = "bbbbb11/bbbbb11/bbbb12/bbb13/b15/5b10/16/16/16/16/16/14ww/13www/12wwww/11wwwww/11wwwww b"


@pytest.fixture
def exam(tmp_path: Path) -> Exam:
    made = secret_exams.make()
    (tmp_path / "exam").mkdir()
    made.write(tmp_path / "exam" / "exam.json")
    (tmp_path / "agent").mkdir()
    (tmp_path / "agent" / "agent.py").write_text(secret_exams.wrong(made))
    return made


def graded(folder: Path, *more: str) -> list[str]:
    """All that `hopsow grade` writes: its lines, its JSON, its page."""
    program = shlex.join([sys.executable, str(folder / "agent" / "agent.py")])
    command = ["grade", "checkers", program, "--exam", str(folder / "exam" / "exam.json"), *more]
    lines = output(*command, "--page", str(folder / "page.html"))
    return [lines, output(*command, "--json"), (folder / "page.html").read_text()]


def everything(page: str) -> str:
    """A page with what its buttons hold."""
    packed = re.findall(r'data-frames="([^"]*)"', page)
    return "\n".join([page, *(zlib.decompress(b64decode(each)).decode() for each in packed)])


@pytest.mark.parametrize("choice", [None, "reason", "points"])
def test_no_output_tells_a_right_answer(exam: Exam, choice: str | None, tmp_path: Path) -> None:
    """`reason` is the choice for an exam that is not public."""
    written = graded(tmp_path, *(("--feedback", choice) if choice else ()))
    for text in written:
        assert secret_exams.told_in(everything(text), exam) == set()
        assert str(exam.seed) not in text
        assert exam.checksum[:12] not in text
    lines = written[0].splitlines()
    assert lines[-1] == "mark: 0 of 4"
    if choice == "points":
        assert lines[0].split() == ["0", "of", "1", "question", "1"]
        assert all("throws" not in text for text in written)
        assert all(str(each.position) not in text for each in exam.questions for text in written)
    else:
        assert re.search(r": \S+ throws the \w+ away$", lines[0])


def test_full_feedback_tells_them_all(exam: Exam, tmp_path: Path) -> None:
    for text in graded(tmp_path, "--feedback", "full"):
        assert secret_exams.told_in(text, exam) == set(secret_exams.right_answers(exam))


def test_the_exam_of_the_course_is_public(exam: Exam) -> None:
    assert not scheme.is_public(exam)
    assert feedback.usual(exam) == "reason"
    for game in ("halma", "checkers", "awari"):
        public = scheme.of_course(game, 3)
        assert scheme.is_public(replace(public, questions=public.questions[:5]))
        assert feedback.usual(public) == "full"


def test_an_example_of_a_legal_move_is_left_out() -> None:
    """A Halma program that leaves its camp alone is told the rule, not a move that may be right."""
    position = parse("halma", HALMA)
    with pytest.raises(ValueError, match="must leave it: for example") as error:
        position.play("5,5-6,5")
    mark = grade.Mark(1, "", "", 0.0, 1.0, "illegal-move", str(error.value), True)
    reason = feedback.told(mark, "reason").reason
    assert reason.endswith("one of them must leave it")
    assert mark.reason.startswith(reason)


def test_lost_games_do_not_say_what_was_better() -> None:
    exam = scheme.of_course("awari")
    mark = grade.ask(exam, 8, "random:seed=1", "auto")
    assert mark.better
    hidden = feedback.told(mark, "reason")
    assert (hidden.better, hidden.reason) == ((), mark.reason)
    assert hidden.evidence is not None
    assert hidden.evidence.seed == 0


def test_an_interrupted_mark_says_so(exam: Exam, tmp_path: Path) -> None:
    """Two questions are answered, the third one never."""
    sleepy = secret_exams.wrong(exam, 2, "time.sleep(100)")
    (tmp_path / "agent" / "agent.py").write_text(sleepy)
    program = shlex.join([sys.executable, str(tmp_path / "agent" / "agent.py")])
    path = tmp_path / "page.html"
    command = [*HOPSOW, "grade", "checkers", program, "--exam", str(tmp_path / "exam/exam.json")]
    with subprocess.Popen(
        [*command, "--page", str(path)], stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        for _ in range(2):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read().splitlines()
    assert process.returncode == 130
    sentence = "0 of the 2 points asked so far; the exam has 4"
    assert rest[-1] == f"mark: {sentence}"
    text = path.read_text()
    assert f"<title>Checkers: {sentence}</title>" in text
    assert f"Not finished: {sentence}." in text


def test_the_page_names_no_folder(exam: Exam, tmp_path: Path) -> None:
    (tmp_path / "agent" / "agent.py").write_text("raise RuntimeError('no heart in me')")
    *_, text = graded(tmp_path, "--only", "1")
    assert "no heart in me" in text
    assert re.search(r"Program: <code>python\S* agent.py</code>", text)
    assert str(tmp_path) not in text


def test_only_an_interrupted_mark_says_so() -> None:
    exam = scheme.of_course("awari")
    marks = [grade.skipped(exam, number, "a test") for number in range(1, 11)]
    assert grade.in_words(marks, exam.worth) == "0 of 100 points"
    assert grade.in_words(marks[:4], 40.0) == "0 of 40 points"
    assert "Awari: 0 of the 40 points asked so far; the exam has 100" in page(
        "awari", "x", marks[:4], worth=exam.worth
    )
