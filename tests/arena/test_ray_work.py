"""Marks, ladders, data and tables on a Ray cluster: the same as on this machine."""

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
from hopsow._native import read_values, table_files, table_needs, write_table
from hopsow.arena.run import building, parcels, shipping, verifying
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


def build(folder: Path, place: str) -> dict[str, bytes]:
    """The files of checkers tables to three pieces that are built in a place."""
    command = ("tables", "build", "checkers", "--size", "3", "--tables", str(folder))
    assert output(*command, "--on", place).startswith("checkers tables to size 3 are in ")
    return {path.name: path.read_bytes() for path in folder.glob("*")}


def test_tables_have_the_same_bytes_and_are_built_once(
    places: tuple[str, str], tmp_path: Path
) -> None:
    """Also where one file is missing and another one damaged, and what is sound stays."""
    folder = tmp_path / "away"
    at_home, away = build(tmp_path / "home", places[0]), build(folder, places[1])
    assert at_home == away
    assert len(away) == len(tables.up_to("checkers", 3)) + 1  # and the lock
    gone, broken = (folder / f"checkers-dd2380-{name}.tbl" for name in ("k-m", "kk-k"))
    sound = folder / "checkers-dd2380-mm-m.tbl"
    written = sound.stat().st_mtime_ns
    gone.unlink()
    broken.write_bytes(broken.read_bytes()[:-1] + b"?")
    (folder / f"{gone.name}.1.tmp").write_bytes(b"of a build that was killed")
    assert build(folder, places[1]) == away
    assert sound.stat().st_mtime_ns == written


def test_waves_keep_the_order_and_have_few_steps() -> None:
    parts = tables.parts("checkers", 6)
    waves = [*building._waves(parts)]
    assert sorted(number for wave in waves for number in wave) == [*range(len(parts))]
    assert len(waves) == 11 < len(parts)
    there: set[str] = set()
    for wave in waves:
        assert all(there.issuperset(parts[number].needs) for number in wave)
        there |= {name for number in wave for name in parts[number].names}
    assert there == {*tables.up_to("checkers", 6)}
    memory, _ = table_needs("checkers", 6)
    assert max(part.memory for part in parts) < memory


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "awari --size 13",
            "awari tables are not built on a cluster: each layer needs the one below it, "
            "so that no two can be built side by side",
        ),
        ("halma --size 3", "there are no tables for halma"),
        ("checkers --size 7", "there are no checkers tables of size 7, expected 2 to 6"),
        ("checkers --size 4 --device cuda", "--device cuda builds on this machine: leave out --on"),
        (
            "checkers --size 4 --memory 1M",
            "checkers tables to size 4 take 35.7 MB of memory on a node, and the limit is 1.0 MB",
        ),
    ],
)
def test_what_cannot_be_built_on_a_cluster_is_refused_before_it_starts(
    words: str, sentence: str, tmp_path: Path
) -> None:
    folder = tmp_path / "tables"
    command = ("tables", "build", *words.split(), "--tables", str(folder), "--on", "ray")
    assert complaint(*command) == sentence
    assert not folder.exists()


def test_a_node_with_too_little_memory_does_other_work() -> None:
    """Seen without a cluster."""
    assert shipping.missing(shipping.need_of_memory(1000)) is None
    lacking = shipping.missing(shipping.need_of_memory(10**18))
    assert lacking == "1000000000.0 GB of free memory"


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
