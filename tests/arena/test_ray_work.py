"""Marks, ladders and data on a Ray cluster: the same as on this machine."""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import classes
import pytest
from cluster import Nodes, cluster, timeless
from hopsow.nets.data import SHARD
from playing import PROGRAMS
from repository import ROOT
from shell import complaint, output, run

pytestmark = pytest.mark.xdist_group("ray")


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    with cluster(2) as started:
        yield started


@pytest.fixture
def places(nodes: Nodes) -> tuple[str, str]:
    """This machine and the cluster, as `--on` names them."""
    return "here", f"ray:{nodes.address}"


def test_a_grade_is_the_same(places: tuple[str, str], tmp_path: Path) -> None:
    program = f"{sys.executable} {PROGRAMS / 'honest.py'} checkers"
    marked = [
        json.loads(output("grade", "checkers", program, "--only", "4", "--json", "--on", place))
        for place in places
    ]
    assert [each["number"] for each in marked[0]["questions"]] == [1, 2, 3, 4]
    assert {each["outcome"] for each in marked[0]["questions"]} == {"right", "wrong"}
    assert timeless(marked[0]) == timeless(marked[1])


def test_a_ladder_is_the_same(places: tuple[str, str], tmp_path: Path) -> None:
    climbed = []
    for place in places:
        file = tmp_path / f"{place[:3]}.db"
        words = ("awari", "greedy", "--levels", "1-1", "--rounds", "2", "--plies", "40")
        command = ("ladder", *words, "--database", str(file), "--json", "--on", place)
        climbed.append({**json.loads(output(*command)), "database": None})
    assert climbed[0]["games"] == climbed[0]["total"] > 0
    assert climbed[0] == climbed[1]


@pytest.fixture
def spring(tmp_path: Path) -> Path:
    """A class with a program of every fate, and games among those who earn a point."""
    tables = {"tournament": {"games": 2}, "tournament.limits": {"plies": 8}}
    folder = classes.make(tmp_path / "spring", failures=1, tables=tables)
    for student, program in (("alice", "honest"), ("bob", "honest"), ("carol", "illegal_move")):
        classes.scripted(folder, student, program)
    classes.sources(folder, "dave", main_c="int main(void) { return 0; }\n")
    classes.sources(folder, "erin", main_c="int main(void) { return 0 }\n")
    return folder


def mark(folder: Path, place: str) -> dict[str, Any]:
    """Everything that is known of a class that is marked in a place; then it is forgotten."""
    done = run("class", str(folder), "--on", place, "--json")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    known = {"students": classes.recorded(folder), "marks": classes.marks(folder)}
    content = json.loads((folder / "results" / "marks.json").read_text())
    for name in ("work", "results"):
        shutil.rmtree(folder / name)
    everything: dict[str, Any] = timeless({**known, "all": content})
    return everything


def test_a_class_has_the_same_marks(places: tuple[str, str], spring: Path) -> None:
    at_home, away = (mark(spring, place) for place in places)
    outcomes = {name: each["outcomes"] for name, each in at_home["marks"].items()}
    assert outcomes["alice"] == {"wrong": 2, "right": 2}
    assert outcomes["carol"] == {"illegal-move": 1, "skipped": 3}
    assert outcomes["dave"] == {"no-answer": 1, "skipped": 3}
    assert outcomes["erin"] == {"skipped": 4}
    assert at_home == away


NET = ROOT / "crates" / "hopsow-core" / "nets" / "awari.net"


def test_data_has_the_same_bytes_and_goes_on(places: tuple[str, str], tmp_path: Path) -> None:
    games = str(2 * SHARD + 10)
    plan = ("data", "awari", "--games", games, "--nodes", "2", "--net", str(NET), "-o")
    at_home, away = tmp_path / "home", tmp_path / "away"
    here, there = places
    output(*plan, str(at_home), "--on", here)
    output(*plan, str(away), "--on", there)
    written = {path.name: path.read_bytes() for path in away.iterdir()}
    assert written == {path.name: path.read_bytes() for path in at_home.iterdir()}
    assert len(written) == 4
    (away / "000001.data").unlink()
    others = [path.stat().st_mtime_ns for path in (away / "000000.data", away / "000002.data")]
    output(*plan, str(away), "--on", there)
    assert written == {path.name: path.read_bytes() for path in away.iterdir()}
    again = [path.stat().st_mtime_ns for path in (away / "000000.data", away / "000002.data")]
    assert others == again


def test_a_file_that_is_no_net_is_not_sent(places: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "poem.net"
    path.write_text("roses are red")
    command = ("data", "awari", "--net", str(path), "--games", "2", "-o")
    problems = [complaint(*command, str(tmp_path / place[:3]), "--on", place) for place in places]
    assert str(path) in problems[0]
    assert problems[0] == problems[1]
