"""What happens to a cluster loses no game, doubles none and is nobody's fault."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import classes
import cut_off
import pytest
from cluster import Nodes, cluster, processes, timeless
from effort import IS_LONG, seeded
from hopsow import tables
from hopsow.arena.contest.tournament import read
from hopsow.arena.results.database import Database
from hopsow.arena.run import here
from hopsow.arena.run.ray import GOES_ON
from shell import HOPSOW
from tournaments import write

pytestmark = pytest.mark.xdist_group("ray")

KILLS = 100 if IS_LONG else 5
ROUNDS = (15 if IS_LONG else 40) * KILLS  # enough games for all of them
GAMES_BETWEEN = 4
GAME = "spawn_main"  # what a process is called that plays
FAULTS = ("worker", "node", "driver", "worker", "interrupt")


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    # Python tries its temporary folder with a file, and may be killed before it removes that.
    with cluster(TMPDIR=str(tmp_path_factory.mktemp("scratch"))) as started:
        yield started


def begin(path: Path, nodes: Nodes) -> subprocess.Popen[str]:
    command = [*HOPSOW, "tournament", str(path), "--no-report", "--on", f"ray:{nodes.address}"]
    pipe = subprocess.PIPE
    environment = os.environ | {"TMPDIR": str(path.parent)}  # for the same reason
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment)


def some_games(driver: subprocess.Popen[str]) -> None:
    assert driver.stdout is not None
    lines = [driver.stdout.readline() for _ in range(GAMES_BETWEEN)]
    assert all("/" in line for line in lines), (lines, driver.communicate())


def happen(fault: str, driver: subprocess.Popen[str], nodes: Nodes, number: int) -> None:
    """Let something go wrong."""
    random = seeded("fault", number)
    if fault == "worker":
        while not (workers := nodes.workers()):
            assert driver.poll() is None
        os.kill(random.choice(workers), signal.SIGKILL)
    elif fault == "node":
        nodes.remove(random.choice([name for name in nodes.raylets if name != nodes.head]))
        nodes.add()
    else:
        driver.send_signal(signal.SIGKILL if fault == "driver" else signal.SIGINT)
        driver.communicate()
        assert driver.returncode in (-signal.SIGKILL, 130)


def played(path: Path) -> list[tuple[Any, ...]]:
    """All results, in the order of their keys."""
    tournament = read(path)
    with Database(tournament.database, tournament.identity) as database:
        rows = database.rows()
    assert len(rows) == tournament.total()
    facts = [(row.key, row.first, row.winner, row.verdict, row.reason, row.plies) for row in rows]
    return sorted(facts, key=lambda each: each[0])


def test_kills_lose_and_double_nothing(nodes: Nodes, tmp_path: Path) -> None:
    results = []
    for place in ("here", "ray"):
        (tmp_path / place).mkdir()
        path = write(tmp_path / place, rounds=ROUNDS)
        path.write_text(path.read_text().replace("depth=2", "depth=4"))
        if place == "here":
            tournament = read(path)
            with Database(tournament.database, tournament.identity) as database:
                for _ in tournament.play(database, here.run):
                    pass
        else:
            driver = begin(path, nodes)
            for number in range(KILLS):
                if driver.returncode is not None:  # it was stopped; it never ends by itself
                    driver = begin(path, nodes)
                some_games(driver)
                happen(FAULTS[number % len(FAULTS)], driver, nodes, number)
            if driver.returncode is None:
                driver.communicate()
            driver = begin(path, nodes)
            _, error = driver.communicate()
            assert (driver.returncode, error) == (0, "")
        results.append(played(path))
    assert results[0] == results[1]
    assert {verdict for _, _, _, verdict, _, _ in results[1]} <= {"rules", "ply-cap", "repetition"}


def test_a_slow_node_holds_nobody_up(nodes: Nodes, tmp_path: Path) -> None:
    """Its games are played again where nothing else is left to do, and count once."""
    path = write(tmp_path, rounds=60)
    driver = begin(path, nodes)
    some_games(driver)
    slow = next(name for name in nodes.raylets if name != nodes.head)
    frozen: list[int] = []
    while not frozen:
        assert driver.poll() is None
        workers = nodes.workers(slow)
        frozen = [pid for pid, parent, name in processes() if parent in workers and GAME in name]
    for pid in frozen:
        os.kill(pid, signal.SIGSTOP)
    _, error = driver.communicate()
    assert (driver.returncode, error) == (0, "")
    assert {verdict for _, _, _, verdict, _, _ in played(path)} <= {
        "rules",
        "ply-cap",
        "repetition",
    }
    while [pid for pid, _, _ in processes() if pid in frozen]:
        time.sleep(0.1)  # whatever was cancelled ends by itself


def build_tables(folder: Path, nodes: Nodes) -> subprocess.Popen[str]:
    words = ["checkers", "--size", "4", "--tables", str(folder), "--on", f"ray:{nodes.address}"]
    environment = os.environ | {"TMPDIR": str(folder.parent)}
    return subprocess.Popen(
        [*HOPSOW, "tables", "build", *words], stderr=subprocess.PIPE, text=True, env=environment
    )


def test_kills_do_not_change_a_byte_of_tables(nodes: Nodes, tmp_path: Path) -> None:
    """A worker, the command itself and a node are killed while slices are being built."""
    at_home, away = tmp_path / "home", tmp_path / "away"
    tables.build("checkers", 4, at_home)
    driver = build_tables(away, nodes)
    for number, fault in enumerate(("worker", "driver", "node")):
        finished = len([*away.glob("*.tbl")])
        while len([*away.glob("*.tbl")]) < finished + 2 or not nodes.workers():
            assert driver.poll() is None, driver.communicate()
        happen(fault, driver, nodes, number)
        if driver.returncode is not None:
            driver = build_tables(away, nodes)
    _, error = driver.communicate()
    assert (driver.returncode, error) == (0, "")
    files = [{path.name: path.read_bytes() for path in each.iterdir()} for each in (at_home, away)]
    assert files[0] == files[1]


if IS_LONG:  # these take half a minute each

    def test_a_killed_worker_costs_no_answer(nodes: Nodes, tmp_path: Path) -> None:
        """A student whose process or node is lost is asked again, and gets the same marks."""
        folder = classes.make(tmp_path / "spring")
        for student in ("alice", "bob"):
            classes.scripted(folder, student, "honest")
        marks = []
        for place in ("here", f"ray:{nodes.address}"):
            driver = subprocess.Popen([*classes.command(folder), "--on", place], text=True)
            if place != "here":
                while classes.steps(folder) < 8:
                    assert driver.poll() is None
                    time.sleep(0.05)
                for worker in nodes.workers():
                    os.kill(worker, signal.SIGKILL)
            assert driver.wait() == 0
            marks.append(timeless(classes.recorded(folder)))
            shutil.rmtree(folder / "work")
        assert marks[0] == marks[1]
        assert set(marks[0]) == {"alice", "bob"}

    def test_a_node_that_is_cut_off_costs_no_game(tmp_path: Path) -> None:
        """The cable between two networks of one's own is pulled; only root has such."""
        if problem := cut_off.why_not():
            pytest.skip(f"no network namespace: {problem}")
        path = write(tmp_path, rounds=60)
        folder = tempfile.mkdtemp(prefix="h", dir="/tmp")
        command = [*cut_off.ALONE, sys.executable, cut_off.__file__, folder, str(path)]
        done = subprocess.run(command, capture_output=True, text=True)
        shutil.rmtree(folder)
        assert json.loads(done.stdout or "null") == {"status": 0, "error": ""}, done.stderr
        assert {verdict for _, _, _, verdict, _, _ in played(path)} <= {
            "rules",
            "ply-cap",
            "repetition",
        }


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
        assert GAMES_BETWEEN <= len(database.rows()) < tournament.total()
