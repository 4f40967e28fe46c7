"""`hopsow puzzles` makes puzzles by seed, and proves those of a file again."""

import json
from pathlib import Path

import pytest
from hopsow.analysis import puzzles
from shell import complaint, output, run


@pytest.fixture(autouse=True)
def nobodys_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Larger tables would make other puzzles."""
    monkeypatch.setenv("HOPSOW_TABLES", str(tmp_path))


def test_puzzles_are_made_written_and_proven_again(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    said = output("puzzles", "make", "awari", "--count", "5", "--seed", "2", "-o", str(file))
    assert said.startswith(f"{file}: 5 puzzles (grade 1: ")
    printed = output("puzzles", "make", "awari", "--count", "5", "--seed", "2")
    assert printed == file.read_text()
    assert output("puzzles", "check", "awari", str(file)) == f"{file}: 5 of 5 puzzles are proven\n"
    listed = json.loads(output("puzzles", "make", "awari", "--count", "5", "--seed", "2", "--json"))
    made = puzzles.make("awari", 5, 2)
    assert [each["move"] for each in listed["puzzles"]] == [puzzle.move for puzzle in made]
    assert [each["grade"] for each in listed["puzzles"]] == [puzzle.grade for puzzle in made]


def test_a_file_with_a_wrong_puzzle_fails_and_says_which(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    right = puzzles.make("awari", 2, 2)
    wrong = str(right[1]).replace(f"\t{right[1].spoiling}\t", "\t99\t")
    assert wrong != str(right[1])
    file.write_text(f"{right[0]}\n{wrong}\n")
    done = run("puzzles", "check", "awari", str(file))
    assert done.returncode == 1
    assert f"{right[1].position}: it says" in done.stdout
    assert "1 of 2 puzzles are proven" in done.stdout
    checked = json.loads(run("puzzles", "check", "awari", str(file), "--json").stdout)
    assert checked["proven"] == 1
    assert len(checked["not"]) == 1


def test_what_cannot_be_done_is_said_in_a_sentence(tmp_path: Path) -> None:
    assert "the count is 0, expected 1 to" in complaint("puzzles", "make", "awari", "--count", "0")
    assert "the seed is -1, expected 0 to" in complaint("puzzles", "make", "awari", "--seed", "-1")
    assert "check needs the file" in complaint("puzzles", "check", "awari")
    assert "make takes no file" in complaint("puzzles", "make", "awari", "puzzles.txt")
    assert "No such file" in complaint("puzzles", "check", "awari", str(tmp_path / "none.txt"))
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert str(tmp_path / "bytes") in complaint(
        "puzzles", "check", "awari", str(tmp_path / "bytes")
    )
    nowhere = str(tmp_path / "none" / "puzzles.txt")
    assert nowhere in complaint("puzzles", "make", "awari", "-o", nowhere)
