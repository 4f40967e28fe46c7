"""A class in one command: everybody is marked once, whatever the others do, whoever is killed."""

import csv
import io
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import classes
import effort
import pytest
from hopsow.arena.classroom import out, result
from hopsow.arena.classroom.result import Journal, Result
from hopsow.arena.course.grade import RIGHT, Mark
from hopsow.arena.process.sandbox import Sandbox

pytestmark = pytest.mark.xdist_group("class")  # one class is marked for all of them

BROKEN_C = "int main(void) { return 0 }\n"
MUTE_C = "int main(void) { return 0; }\n"
KILLS = 20 if effort.IS_LONG else 4
NASTY = "<img src=x onerror=alert(1)> 'q' & =cmd()"


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of eight that is killed several times before it is done."""
    folder = classes.make(tmp_path_factory.mktemp("class") / "spring", failures=1)
    classes.scripted(folder, "alice", "honest")
    classes.scripted(folder, NASTY, "honest")
    classes.scripted(folder, "carol", "illegal_move")
    classes.scripted(folder, "dave", "paints")
    classes.sources(folder, "erin", main_c=BROKEN_C)
    classes.sources(folder, "frank", main_c=MUTE_C)
    classes.zipped(folder, "grace", [("../../main.py", b"print(1)")])
    classes.zipped(folder, "heidi", [("notes.txt", b"it works on my machine")])
    _, done = classes.mark(folder, [2 + 40 * kill // KILLS for kill in range(KILLS)])
    assert done.stdout.splitlines()[-1].startswith("8 students, 0 unfinished: "), done.stderr
    return folder


def test_everybody_is_marked_once(marked: Path) -> None:
    actual = classes.marks(marked)
    assert {name: each["points"] for name, each in actual.items()} == {
        **dict.fromkeys(("alice", NASTY), 2.0),
        **dict.fromkeys(("carol", "dave", "erin", "frank", "grace", "heidi"), 0.0),
    }
    assert all(each["done"] for each in actual.values())
    assert all([q["number"] for q in each["questions"]] == [1, 2, 3, 4] for each in actual.values())
    assert actual["alice"]["outcomes"] == {"wrong": 2, "right": 2}
    assert actual["carol"]["outcomes"] == {"illegal-move": 1, "skipped": 3}
    assert actual["frank"]["outcomes"] == {"no-answer": 1, "skipped": 3}
    assert actual["erin"]["outcomes"] == {"skipped": 4}
    problems = {name: each["problem"] for name, each in actual.items() if each["problem"]}
    assert problems == {
        "erin": "gcc ended with status 1",
        "grace": "the name '../../main.py' leads out of the submission",
        "heidi": problems["heidi"],
    }
    assert problems["heidi"].startswith("found no program, expected one of ")


def test_an_unbroken_run_comes_to_the_same(marked: Path, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    shutil.copytree(marked, folder, ignore=shutil.ignore_patterns("work", "results"))
    subprocess.run(classes.command(folder, "--jobs", "1"), stdout=subprocess.DEVNULL, check=True)

    def timeless(name: str, where: Path) -> dict[str, Any]:
        times = ("cpu", "wall", "build")
        return {key: it for key, it in classes.marks(where)[name].items() if key not in times}

    for name in classes.marks(marked):
        assert timeless(name, folder) == timeless(name, marked)


def test_only_what_changed_is_run_again(marked: Path, tmp_path: Path) -> None:
    folder = tmp_path / "later"
    shutil.copytree(marked, folder, symlinks=True)
    classes.sources(folder, "ivan", main_c=MUTE_C)
    (folder / "submissions" / "frank" / "main.c").write_text(MUTE_C + "// better\n")
    shutil.rmtree(folder / "submissions" / "carol")
    before = classes.recorded(folder)
    done = subprocess.run(classes.command(folder), capture_output=True, text=True, check=True)
    heard = {line.partition(":")[0] for line in done.stdout.splitlines()[:-1]}
    assert heard == {"frank", "ivan"}
    after = classes.recorded(folder)
    assert {name for name in before if before[name] != after.get(name)} == {"frank"}
    assert set(classes.marks(folder)) == {*before, "ivan"} - {"carol"}
    assert not (folder / "results" / "students" / "carol.html").exists()


def test_csv_says_what_a_spreadsheet_needs(marked: Path) -> None:
    text = (marked / "results" / "marks.csv").read_text()
    rows = {row["student"]: row for row in csv.DictReader(io.StringIO(text))}
    assert len(rows) == 8
    alice = rows["alice"]
    assert (alice["points"], alice["worth"], alice["positions"]) == ("2", "4", "2")
    assert alice["answers"] == "right:2 wrong:2"
    assert (alice["language"], alice["done"]) == ("python", "yes")
    assert alice["sandbox"] == Sandbox.choose("auto").kind
    assert float(alice["cpu"]) > 0


@pytest.mark.parametrize("text", ["=1+1", "+x", "-x", "@x", "\tx"])
def test_no_name_becomes_a_formula(text: str) -> None:
    assert out._plain(text) == f"'{text}"


def test_pages_escape_what_strangers_wrote(marked: Path) -> None:
    """The names of files, what a program prints and what a compiler says."""
    written = list((marked / "results").rglob("*.html"))
    assert len(written) == 8 + 2
    for path in written:
        text = path.read_text()
        assert "<img" not in text
        assert "\x1b" not in text
        assert text.count("<script") == (path.parent.name == "students")
    dave = (marked / "results" / "students" / "dave.html").read_text()
    assert "Sent" in dave
    assert "Expected" in dave
    erin = (marked / "results" / "students" / "erin.html").read_text()
    assert "error: expected" in erin
    assert str(marked) not in erin.partition("<h2>Build</h2>")[2]


def test_same_moves_are_hinted_at(marked: Path) -> None:
    (group,) = json.loads((marked / "results" / "marks.json").read_text())["similar"]
    assert set(group["students"]) == {"alice", NASTY}
    assert (group["questions"], group["telling"]) == (4, 2)


def test_equals_share_a_place_on_the_leaderboard(marked: Path) -> None:
    text = (marked / "results" / "leaderboard.html").read_text()
    places = re.findall(r'<tr><td class="number">(\d+)</td>', text)
    assert places == ["1", "1", *["3"] * 6]


def test_index_links_every_student(marked: Path) -> None:
    text = (marked / "results" / "index.html").read_text()
    links = re.findall(r'href="(students/[^"]+)"', text)
    assert len(set(links)) == 8
    assert all((marked / "results" / link).exists() for link in links)


def test_a_damaged_result_is_begun_anew(marked: Path, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(marked, folder, symlinks=True)
    path = folder / "work" / "students" / "frank.jsonl"
    for damage in (b"{}", path.read_bytes()[:-20]):
        path.write_bytes(damage)
        subprocess.run(classes.command(folder), stdout=subprocess.DEVNULL, check=True)
        assert classes.marks(folder)["frank"]["done"]


def test_the_evidence_of_an_answer_is_written_once(marked: Path) -> None:
    text = (marked / "work" / "students" / "alice.jsonl").read_text()
    assert text.count('"hopsow evidence"') == text.count('{"mark": ') == 4


def test_a_result_that_was_cut_off_is_known_up_to_its_last_step(tmp_path: Path) -> None:
    path = tmp_path / "alice.jsonl"
    marks = [Mark(n, "", "", 1.0, 1.0, RIGHT, "", is_single=True) for n in (1, 2, 3)]
    known, journal = Result("alice", "key"), Journal(path)
    steps = [known.as_json()]
    for mark in marks:
        known.marks.append(mark)
        journal.write(known)
        steps.append(known.as_json())
    text = path.read_bytes()
    ends = [place + 1 for place, _ in enumerate(text) if text[: place + 1].endswith(b"}\n")]
    for length in range(len(text) + 1):
        path.write_bytes(text[:length])
        done = sum(end - 1 <= length for end in ends[1::2])
        assert result.read(path, "alice", "key", "").as_json() == steps[done], length
    known.marks[0] = marks[2]  # asked again elsewhere
    journal.write(known)
    assert result.read(path, "alice", "key", "") == known
