"""What a class keeps from students: answers, seeds, folders, other people's results."""

import json
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

import classes
import pytest
import secret_exams
from hopsow.arena.classroom import secrets, settings, similar
from hopsow.arena.classroom.archives import content_hash
from hopsow.arena.classroom.languages import LANGUAGES, recipe
from hopsow.arena.classroom.result import Result
from hopsow.arena.classroom.submissions import slug
from hopsow.arena.contest.evidence import Evidence, Turn
from hopsow.arena.course import scheme
from hopsow.arena.course.exam import Exam
from hopsow.arena.course.grade import Mark
from hopsow.arena.verdicts import Verdict
from hopsow.games import parse
from hopsow.records import Record
from hopsow.starters import write
from shell import run

pytestmark = pytest.mark.xdist_group("secrets")  # one class is marked for all of them

CRASH = "raise RuntimeError('no heart in me')\n"
NAMELESS = "bad\udcff"  # a name that is no UTF-8
LONG_C = "int main(void) {{\n{}\n}}\n"


@dataclass
class Marked:
    folder: Path
    exam: Exam
    said: str

    def page(self, student: str) -> str:
        return (self.folder / "results" / "students" / f"{slug(student)}.html").read_text()


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Marked:
    folder = tmp_path_factory.mktemp("secrets") / "class"
    exam = secret_exams.write(folder, ["wrong", "Ré", f"R-{slug('Ré')[-8:]}", "bob"], failures=1)
    classes.zipped(folder, "bob", [("agent.py", b"print()")])
    (folder / "submissions" / "crash.py").write_text(CRASH)
    (folder / "submissions" / f"{NAMELESS}.py").write_text(secret_exams.wrong(exam))
    errors = "\n".join(f"    int first_{number} = heart;" for number in range(300))
    (folder / "submissions" / "long.c").write_text(LONG_C.format(errors))
    done = run("class", str(folder))
    return Marked(folder, exam, done.stdout + done.stderr)


def test_students_read_no_right_answer_and_no_seed(marked: Marked) -> None:
    for student in ("wrong", "crash"):
        text = marked.page(student)
        assert secret_exams.told_in(text, marked.exam) == set()
        for secret in (str(marked.exam.seed), marked.exam.checksum[:12]):
            assert secret not in text
    known = classes.recorded(marked.folder)["wrong"]
    assert known["key"][:12] not in marked.page("wrong")  # a hash of the exam, too


def test_the_staff_reads_everything(marked: Marked) -> None:
    for name in ("index.html", "marks.json"):
        text = (marked.folder / "results" / name).read_text()
        moves = {move for question in marked.exam.questions for move in question.keeping}
        assert moves <= secret_exams.told_in(text, marked.exam)
        assert str(marked.exam.seed) in text
    (question, *_) = classes.marks(marked.folder)["wrong"]["questions"]
    assert question["reason"].startswith(question["told"]["reason"])
    assert secret_exams.told_in(json.dumps(question["told"]), marked.exam) == set()


def test_everybody_is_marked_but_who_handed_in_twice(marked: Marked) -> None:
    assert "7 students, 1 unfinished" in marked.said
    marks = classes.marks(marked.folder)
    unfinished = {name: each["waiting"] for name, each in marks.items() if not each["done"]}
    assert unfinished == {"bob": "handed in as bob.py and bob.zip, keep one of them"}
    assert "is not UTF-8" in marks[NAMELESS]["problem"]
    sentence = "0 of the 0 points asked so far; the exam has 4"
    assert f"<title>Checkers: {sentence}</title>" in marked.page("bob")


def test_students_with_similar_names_have_their_own_results(marked: Marked) -> None:
    """Another run asks nobody again, and each page is that of its own student."""
    again = run("class", str(marked.folder))
    assert [line.partition(":")[0] for line in again.stdout.splitlines()[:-1]] == ["bob"]
    for student in ("Ré", f"R-{slug('Ré')[-8:]}"):
        assert f"<td>{student}</td>" in marked.page(student)


def test_the_work_of_a_class_is_private(marked: Marked) -> None:
    work = marked.folder / "work"
    for path in (work, work / "students", work / "builds", marked.folder / "results"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700, path
    for path in (work / "tokens.json", *(work / "students").iterdir()):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_private_files_are_never_open_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even while they are written."""
    seen = []
    replace = os.replace

    def watched(draft: str, path: str) -> None:
        seen.append(stat.S_IMODE(os.stat(draft).st_mode))
        replace(draft, path)

    monkeypatch.setattr(os, "replace", watched)
    secrets.write(tmp_path / "tokens.json", "{}")
    assert seen == [0o600]


def test_pages_do_not_name_the_folders_of_the_staff(marked: Marked) -> None:
    text = marked.page("crash")
    assert "no heart in me" in text
    assert "crash.py" in text
    assert str(marked.folder) not in text
    assert re.search(r"Program: <code>python\S* crash.py</code>", text)
    told = [each["told"]["reason"] for each in classes.marks(marked.folder)["crash"]["questions"]]
    assert str(marked.folder) not in json.dumps(told)


def test_the_first_errors_of_a_compiler_are_kept(marked: Marked) -> None:
    text = marked.page("long")
    assert "first_0" in text
    assert "first_299" not in text
    assert "first_0" in classes.marks(marked.folder)["long"]["compiler"]


def test_what_is_skipped_is_said_once(marked: Marked) -> None:
    text = marked.page("crash")
    sentence = "one answer of this part failed with crash"
    assert f"<th>Skipped</th><td>{sentence}</td>" in text
    assert f"<td>skipped: {sentence}</td>" in text


def test_each_submission_gets_its_own_exam(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    (folder / "submissions").mkdir(parents=True)
    (folder / "class.toml").write_text(
        "game = 'awari'\ncheck = false\nfailures = 1\nexam = { per_submission = true }\n"
    )
    for student in ("alice", "bob"):
        (folder / "submissions" / f"{student}.py").write_text(CRASH)

    def titles() -> dict[str, list[str]]:
        done = run("class", str(folder))
        assert done.returncode == 0, done.stderr
        marks = classes.marks(folder)
        return {name: [q["title"] for q in each["questions"]] for name, each in marks.items()}

    first = titles()
    assert titles() == first
    assert not set(first["alice"][:10]) & set(first["bob"][:10])
    (folder / "submissions" / "alice.py").write_text(CRASH + "# better\n")
    second = titles()
    assert second["bob"] == first["bob"]
    assert not set(first["alice"][:10]) & set(second["alice"][:10])
    assert stat.S_IMODE((folder / "work" / "secret").stat().st_mode) == 0o600
    assert settings.read(folder).feedback == "reason"


def test_only_the_secret_tells_the_exam(tmp_path: Path) -> None:
    for name in ("one", "two"):
        secrets.make_folder(tmp_path / name)
    one, two = (secrets.exam_of(tmp_path / name, "awari", "alice", "x") for name in ("one", "two"))
    assert one.seed != two.seed
    assert one.parts == two.parts
    secret = (tmp_path / "one" / "secret").read_text()
    (tmp_path / "two" / "secret").write_text(secret)
    assert secrets.exam_of(tmp_path / "two", "awari", "alice", "x") == one
    assert secrets.exam_of(tmp_path / "two", "awari", "bob", "x") != one
    assert one == scheme.private("awari", one.seed)


def test_names_that_are_no_text_have_a_hash(tmp_path: Path) -> None:
    path = tmp_path / f"{NAMELESS}.py"
    path.write_text(CRASH)
    assert len(content_hash(path)) == 64


def answered(number: int, position: str, move: str) -> Mark:
    """An answer that earned no point."""
    record = Record("checkers", None, parse("checkers", position))
    evidence = Evidence(
        *("checkers", record.rules, str(record.start), {"A": "x", "B": "y"}, "A"),
        moves=(Turn("A", move),),
        verdict=Verdict.PLY_CAP,
        winner=None,
        guilty=None,
        plies=1,
    )
    return Mark(number, "x", "x", 0.0, 1.0, "wrong", "", True, evidence=evidence)


def wrong_moves(count: int) -> list[Mark]:
    marks = []
    for number, question in enumerate(scheme.of_course("checkers").questions[:count]):
        legal = question.record("checkers", None).position.legal_moves
        move = next(move for move in legal if str(move) not in question.keeping)
        marks.append(answered(number, question.position or "", str(move)))
    return marks


def forced_moves(count: int) -> list[Mark]:
    return [answered(number, f"B:W18,30:B14:H{number}", "14x23") for number in range(count)]


def test_alike_are_pairs_with_a_choice_and_no_starters() -> None:
    results = [Result(name, "", marks=wrong_moves(3)) for name in ("a", "b", "c")]
    pairs = [each.students for each in similar.likenesses(results)]
    assert pairs == [("a", "b"), ("a", "c"), ("b", "c")]
    results[2].is_starter = True
    assert [each.students for each in similar.likenesses(results)] == [("a", "b")]
    assert similar.likenesses([Result(name, "", marks=forced_moves(5)) for name in "ab"]) == []


def test_an_unchanged_starter_is_known(tmp_path: Path) -> None:
    made = write("checkers", "cpp", tmp_path / "cpp")
    assert similar.is_starter("checkers", recipe(made.folder, LANGUAGES))
    path = made.folder / "main.cpp"
    path.write_text(path.read_text() + "\n\n")
    assert similar.is_starter("checkers", recipe(made.folder, LANGUAGES))
    path.write_text(path.read_text() + "int idea;\n")
    assert not similar.is_starter("checkers", recipe(made.folder, LANGUAGES))
