"""Work on a Ray cluster: the same results as on this machine, whatever is killed."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import classes
import pytest
from cluster import Nodes, cluster, processes, timeless
from hopsow import tables
from hopsow.arena.contest.match import Match
from hopsow.arena.contest.tournament import read
from hopsow.arena.limits import Limits
from hopsow.arena.results.database import Database
from hopsow.arena.run import building, here, place
from hopsow.arena.run.place import Place
from hopsow.arena.run.ray import GOES_ON, belongs
from hopsow.cli import main
from playing import PROGRAMS, spec
from shell import HOPSOW, complaint
from tournaments import write

pytestmark = pytest.mark.xdist_group("ray")

MATCH = ("match", "awari", "greedy", "random", "--no-evidence")


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    # Python tries its temporary folder with a file, and may be killed before it removes that.
    with cluster(TMPDIR=str(tmp_path_factory.mktemp("scratch"))) as started:
        yield started


@pytest.fixture(scope="module")
def ray(nodes: Nodes) -> Iterator[Place]:
    with place.at(f"ray:{nodes.address}") as there:
        yield there


def games(match: Match, where: Place) -> dict[Any, Any]:
    return {
        key: timeless(evidence.as_json()) for key, evidence in where.run(match.tasks(), match.jobs)
    }


def test_games_of_programs_are_the_same(ray: Place) -> None:
    """The programs are sent along; their folders are gone afterwards."""
    agents = [spec(name, "checkers") for name in ("honest", "crashes_in_midgame")]
    match = Match("checkers", (agents[0], agents[1]), games=4, limits=Limits(plies=12))
    at_home = games(match, here)
    assert {each["verdict"] for each in at_home.values()} == {"crash"}
    assert games(match, ray) == at_home


def test_progress_is_told_and_what_is_no_longer_wanted_ends(ray: Place) -> None:
    match = Match("halma", ("minimax:depth=2", "greedy"), games=100_000)
    told: dict[Any, int] = {}
    with closing(ray.run(match.tasks(), 1, told.__setitem__)) as running:
        while max(told.values(), default=0) < 5:
            next(running)


def test_tables_have_the_same_bytes(ray: Place, tmp_path: Path) -> None:
    """The files that other tables follow from are sent along."""
    tables.build("checkers", 3, tmp_path / "home")
    building.build(ray, "checkers", 3, tmp_path / "away")
    written = [
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("home", "away")
    ]
    assert written[0] == written[1]


def test_a_class_has_the_same_marks(nodes: Nodes, tmp_path: Path) -> None:
    folder = classes.make(tmp_path / "spring", questions=1)
    classes.scripted(folder, "alice", "honest")
    classes.scripted(folder, "carol", "illegal_move")
    marks = []
    for where in ("here", f"ray:{nodes.address}"):
        subprocess.run([*classes.command(folder), "--on", where], check=True, capture_output=True)
        marks.append(timeless(classes.recorded(folder)))
        shutil.rmtree(folder / "work")
    assert marks[0] == marks[1]
    assert set(marks[0]) == {"alice", "carol"}


def begin(path: Path, nodes: Nodes) -> subprocess.Popen[str]:
    command = [*HOPSOW, "tournament", str(path), "--no-report", "--on", f"ray:{nodes.address}"]
    pipe = subprocess.PIPE
    environment = os.environ | {"TMPDIR": str(path.parent)}  # as that of the nodes
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment)


def some_games(driver: subprocess.Popen[str]) -> None:
    assert driver.stdout is not None
    lines = [driver.stdout.readline() for _ in range(4)]
    assert all("/" in line for line in lines), (lines, driver.communicate())


def played(path: Path, total: int | None = None) -> list[tuple[Any, ...]]:
    """All results, in the order of their keys."""
    tournament = read(path)
    with Database(tournament.database, tournament.identity) as database:
        rows = database.rows()
    assert len(rows) == (tournament.total() if total is None else total)
    facts = [(row.key, row.first, row.winner, row.verdict, row.reason, row.plies) for row in rows]
    return sorted(facts, key=lambda each: each[0])


def test_kills_lose_and_double_nothing(nodes: Nodes, tmp_path: Path) -> None:
    """A worker of Ray, the process of a game, a node and the command itself are killed."""
    for name in ("here", "ray"):
        (tmp_path / name).mkdir()
        path = write(tmp_path / name, rounds=120)
        path.write_text(path.read_text().replace("depth=2", "depth=4"))
    tournament = read(tmp_path / "here" / "class.toml")
    with Database(tournament.database, tournament.identity) as database:
        for _ in tournament.play(database, here.run):
            pass
    driver = begin(path, nodes)
    for fault in ("worker", "game", "command", "node"):
        some_games(driver)
        while not (busy := nodes.workers()):
            assert driver.poll() is None
        if fault == "worker":
            os.kill(busy[0], signal.SIGKILL)
        elif fault == "game":
            for pid in [pid for pid, parent, _ in processes() if parent == busy[0]]:
                os.kill(pid, signal.SIGKILL)
        elif fault == "command":
            driver.kill()
            driver.communicate()
            driver = begin(path, nodes)
        else:
            nodes.remove([*nodes.raylets][-1])
            nodes.add()
    _, error = driver.communicate()
    assert (driver.returncode, error) == (0, "")
    assert played(path) == played(tmp_path / "here" / "class.toml")


def test_what_a_node_lacks_is_nobodys_fault(
    nodes: Nodes, ray: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interpreter of these programs is on this machine and on one node only."""
    serpent = tmp_path / "tools" / "bin" / "serpent"
    serpent.parent.mkdir(parents=True)
    serpent.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    serpent.chmod(0o755)
    monkeypatch.setenv("PATH", f"{serpent.parent}:{os.environ['PATH']}")
    program = f"cmd:serpent {PROGRAMS / 'honest.py'} checkers"
    match = Match("checkers", (program, "greedy"), games=2, limits=Limits(plies=6))
    with pytest.raises(ConnectionError, match=f"has no node with serpent; {GOES_ON}"):
        games(match, ray)
    node = nodes.add(PATH=os.environ["PATH"])
    assert {each["guilty"] for each in games(match, ray).values()} == {None}
    nodes.remove(node)


@pytest.mark.parametrize("killed", ["nothing", "command"])
def test_a_local_cluster_ends_with_its_command(killed: str, tmp_path: Path) -> None:
    folder = tempfile.mkdtemp(prefix="h", dir="/tmp")  # short enough for the names of sockets
    environment = {**os.environ, "TMPDIR": folder, "HOME": str(tmp_path)}
    count = "2" if killed == "nothing" else "100000"
    command = [*HOPSOW, *MATCH, "--games", count, "--on", "ray"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("game ")
        if killed == "command":
            process.kill()
        _, error = process.communicate()
    assert (process.returncode, error) == (0 if killed == "nothing" else -signal.SIGKILL, "")
    while os.listdir(folder):  # a killed command has somebody who clears up after it
        time.sleep(0.1)
    assert [pid for pid, _, _ in processes() if belongs(pid, folder)] == []
    assert list(tmp_path.iterdir()) == []
    os.rmdir(folder)


def test_without_its_head_a_cluster_is_lost_and_what_was_played_is_kept(tmp_path: Path) -> None:
    path = write(tmp_path, rounds=2000)
    with cluster(1) as nodes:
        driver = begin(path, nodes)
        some_games(driver)
        os.kill(nodes.gcs, signal.SIGKILL)
        _, error = driver.communicate()
    assert driver.returncode == 2
    assert error == f"hopsow: the Ray cluster at {nodes.address} is lost; {GOES_ON}\n"
    tournament = read(path)
    with Database(tournament.database, tournament.identity) as database:
        assert 4 <= len(database.rows()) < tournament.total()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "awari --size 13",
            "awari tables are not built on a cluster: each layer needs the one below it, "
            "so that no two can be built side by side",
        ),
        ("checkers --size 7", "there are no checkers tables of size 7, expected 2 to 6"),
        ("checkers --size 4 --device cuda", "--device cuda builds on this machine: leave out --on"),
        (
            "checkers --size 4 --memory 1M",
            "checkers tables to size 4 take 35.7 MB of memory, and the limit is 1.0 MB",
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


@pytest.mark.parametrize("name", ["mars", "ray:", "here:4", "Ray", ""])
def test_a_place_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f'found "{name}", expected here, ray or ray:ADDRESS'):
        place.check(name)


def test_a_cluster_that_does_not_answer_is_named() -> None:
    sentence = complaint(*MATCH, "--on", "ray:127.0.0.1:1")
    assert sentence.startswith("the Ray cluster at 127.0.0.1:1 cannot be reached")


def test_without_the_extra_there_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(place, "find_spec", lambda name: None)
    assert main([*MATCH, "--on", "ray"]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"hopsow: argument --on: {place.MISSING} (see ")
