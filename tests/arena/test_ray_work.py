"""Marks, ladders, data, weights and tables on a Ray cluster: the same as on this machine."""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import classes
import pytest
from cluster import Nodes, cluster, timeless
from hopsow import tables
from hopsow._native import read_values, table_files, write_table
from hopsow.arena.run import parcels, shipping, verifying
from hopsow.arena.run.tuning import PIECE
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
    folder = classes.make(tmp_path / "spring", questions=2, failures=1, tables=tables)
    for student, program in (("alice", "honest"), ("bob", "honest"), ("carol", "illegal_move")):
        classes.scripted(folder, student, program)
    classes.sources(folder, "dave", main_c="int main(void) { return 0 }\n")
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
    assert outcomes["alice"] == {"right": 2}
    assert outcomes["carol"] == {"illegal-move": 1, "skipped": 1}
    assert outcomes["dave"] == {"skipped": 2}
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


@pytest.mark.parametrize(("game", "games"), [("halma", 2), ("awari", PIECE + 10)])
def test_weights_have_the_same_bytes(
    game: str, games: int, places: tuple[str, str], tmp_path: Path
) -> None:
    """Whether players are compared or positions; the last piece is smaller than the others."""
    words = ("--games", str(games), "--generations", "2", "--nodes", "5")
    plan = ("tune", game, *words, "--json", "-o")
    file = tmp_path / "weights"
    fits = []
    for place in places:
        fit = json.loads(output(*plan, str(file), "--on", place))
        fits.append((fit, file.read_bytes()))
    assert fits[0] == fits[1]
    assert fits[0][0]["loss_after"] <= fits[0][0]["loss_before"]


def test_a_plan_that_nobody_can_carry_out_is_refused(places: tuple[str, str]) -> None:
    command = ("tune", "awari", "--games", "0", "-o", "weights")
    problems = {complaint(*command, "--on", place) for place in places}
    assert problems == {"games must be from 1 to 100000"}


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of Awari to six stones."""
    folder = tmp_path_factory.mktemp("tables")
    tables.build("awari", 6, folder)
    return folder


def verify(folder: Path, place: str, *more: str) -> tuple[int, str, str]:
    command = ("tables", "verify", "awari", "--size", "6", "--tables", str(folder), *more)
    done = run(*command, "--on", place)
    return done.returncode, done.stdout, done.stderr


def test_tables_are_verified_to_the_same_end(
    places: tuple[str, str], ladder: Path, tmp_path: Path
) -> None:
    """Sound; with two wrong values, of which the first is named; with a damaged block."""
    sound = {verify(ladder, place) for place in places}
    assert sound == {(0, "awari tables of size 6 are sound\n", "")}
    values = read_values(ladder / table_files("awari", 6)[0])
    values[[len(values) // 3, len(values) - 5]] += 2
    folder = tmp_path / "wrong"
    shutil.copytree(ladder, folder)
    write_table("awari", folder, 6, values)
    ((status, _, sentence),) = {verify(folder, place) for place in places}
    assert status == 2
    assert "but its moves make it" in sentence
    damaged = tmp_path / "damaged"
    shutil.copytree(ladder, damaged)
    file = damaged / table_files("awari", 6)[0]
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    ((status, _, sentence),) = {verify(damaged, place) for place in places}
    assert status == 2
    assert str(file) in sentence


def test_tables_too_large_to_be_sent_are_those_of_the_node(
    ladder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen without a cluster: what is needed is there, or another file is in its place."""
    monkeypatch.setattr(parcels, "MOST_BYTES", 100)
    sent, needs = verifying._sent("awari", 6, ladder)
    assert sent == ()
    assert [shipping.missing(need) for need in needs] == [None, None]
    moved = tmp_path / "moved"
    ladder.rename(moved)
    assert shipping.missing(needs[1]) == f"the same awari tables in {ladder}"
    shutil.copytree(moved, ladder)
    assert shipping.missing(needs[1]) is None
    values = read_values(ladder / table_files("awari", 6)[0])
    values[7] += 2
    write_table("awari", ladder, 6, values)
    assert shipping.missing(needs[1]) == f"the same awari tables in {ladder}"
