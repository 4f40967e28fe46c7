"""Games on a Ray cluster: the same results as on this machine."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from cluster import Nodes, cluster, processes, timeless
from effort import IS_LONG
from hopsow.arena.contest.tournament import read
from hopsow.arena.results.database import Database
from hopsow.arena.results.spectator import Spectator
from hopsow.arena.run import here, parcels, place, shipping
from hopsow.arena.run.guard import belongs
from hopsow.arena.run.parcels import content_of, pack, unpack
from hopsow.arena.run.ray import GOES_ON
from hopsow.cli import main
from hopsow.cli.watching import STILL_SHOWN
from repository import ROOT
from served import started
from shell import HOPSOW, complaint, output, run
from tournaments import write

pytestmark = pytest.mark.xdist_group("ray")


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    with cluster() as started:
        yield started


def results(path: Path, total: int | None = None) -> dict[Any, Any]:
    """Everything that a tournament has found out, but for times."""
    tournament = read(path)
    with Database(tournament.database, tournament.identity) as database:
        rows = database.rows()
        assert len(rows) == (tournament.total() if total is None else total)
        return {
            row.key: (row.first, timeless(database.evidence(row.key).as_json())) for row in rows
        }


@pytest.mark.parametrize(("game", "form"), [("awari", "round-robin"), ("checkers", "swiss")])
def test_a_tournament_has_the_same_results(
    game: str, form: str, nodes: Nodes, tmp_path: Path
) -> None:
    found = []
    for on in ("here", f"ray:{nodes.address}"):
        folder = tmp_path / on.partition(":")[0]
        folder.mkdir()
        path = write(folder, game, form)
        output("tournament", str(path), "--no-report", "--json", "--on", on)
        found.append(results(path))
    assert found[0] == found[1]


def test_a_match_has_the_same_results(nodes: Nodes, tmp_path: Path) -> None:
    command = ("match", "halma", "greedy", "random", "--games", "12", "--plies", "40", "--json")
    found = [
        json.loads(output(*command, "--no-evidence", "--on", on))
        for on in ("here", f"ray:{nodes.address}")
    ]
    assert len(found[0]["results"]) == 12
    assert found[0] == found[1]


def test_a_match_that_is_decided_ends_early(nodes: Nodes) -> None:
    command = (
        "match",
        "awari",
        "minimax:depth=3",
        "random",
        "--games",
        "100000",
        "--sprt",
        "0",
        "200",
    )
    decided = json.loads(
        output(*command, "--no-evidence", "--json", "--on", f"ray:{nodes.address}")
    )
    assert decided["sprt"]["decision"] is not None
    assert decided["games"] < 10_000


def test_games_of_all_nodes(nodes: Nodes, tmp_path: Path) -> None:
    """Where a game is played is to be seen in the processes alone."""
    seen: set[str] = set()
    tournament = read(write(tmp_path, rounds=200))
    with (
        place.at(f"ray:{nodes.address}") as cluster_,
        Database(tournament.database, tournament.identity) as database,
    ):
        for _ in tournament.play(database, cluster_.run):
            seen |= {name for name in nodes.raylets if nodes.workers(name)}
            if len(seen) == 3:
                break
    assert len(seen) == 3


def test_a_local_cluster_ends_with_its_command(tmp_path: Path) -> None:
    folder = tempfile.mkdtemp(prefix="h", dir="/tmp")  # short enough for the names of sockets
    command = ("match", "awari", "greedy", "random:seed=1", "--json", "--no-evidence")
    done = run(*command, "--on", "ray", TMPDIR=folder, HOME=str(tmp_path))
    assert json.loads(done.stdout)["games"] == 2
    assert list(tmp_path.iterdir()) == []
    assert [name for _, _, name in processes() if folder in name] == []
    os.rmdir(folder)


def test_a_tournament_on_a_cluster_is_watched(nodes: Nodes, tmp_path: Path) -> None:
    """Shown are the games that nodes play, move by move, and not those that still wait."""
    path = contest(tmp_path, "steady", arguments="checkers 0.2")
    path.write_text(path.read_text().replace("games = 2", "games = 8"))
    serving = ("--serve", "--port", "0", "--on", f"ray:{nodes.address}")
    most_games = most_moves = 0
    with started("tournament", str(path), "--no-report", *serving) as (_, process):
        lines: list[str] = []
        assert process.stdout is not None
        reader = Thread(target=lines.extend, args=(process.stdout,))
        reader.start()
        with closing(Spectator(tmp_path / "class.db")) as spectator:
            while not any(STILL_SHOWN in line for line in lines):
                assert process.poll() is None
                if spectator.look():
                    running = spectator.seen.running
                    most_games = max(most_games, len(running))
                    most_moves = max([most_moves, *(len(game.moves.split()) for game in running)])
                time.sleep(0.05)
            spectator.look()
            assert (len(spectator.seen.ids), spectator.seen.running) == (8, [])
        process.terminate()
        reader.join()
    assert 1 < most_games <= len(nodes.raylets)
    assert most_moves > 4, "more than the opening"


# That a cluster is lost is noticed after ten seconds.
@pytest.mark.parametrize("killed", ["command", "cluster"] if IS_LONG else ["command"])
def test_a_killed_command_or_cluster_leaves_nothing(killed: str) -> None:
    folder = tempfile.mkdtemp(prefix="h", dir="/tmp")
    command = ("match", "awari", "minimax:depth=3", "random", "--games", "100000", "--no-evidence")
    environment = {**os.environ, "TMPDIR": folder}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*HOPSOW, *command, "--on", "ray"], stdout=pipe, stderr=pipe, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("game ")
        if killed == "command":
            process.kill()
        else:
            for pid, _, name in processes():
                if folder in name and "gcs_server" in name:
                    os.kill(pid, signal.SIGKILL)
        _, error = process.communicate()
    assert error == ("" if killed == "command" else "hopsow: the local Ray cluster is lost\n")
    for _ in range(600):  # a killed command has somebody who clears up after it
        if not os.listdir(folder):
            break
        time.sleep(0.1)
    assert [pid for pid, _, _ in processes() if belongs(pid, folder)] == []
    os.rmdir(folder)


PROGRAMS = ROOT / "tests" / "programs"


def contest(
    folder: Path, *programs: str, python: str = sys.executable, arguments: str = "checkers"
) -> Path:
    """A tournament of programs, each with a folder of its own, and one built-in agent."""
    agents = ""
    for name in programs:
        (folder / name).mkdir(parents=True)
        for file in (f"{name}.py", "speak.py"):
            shutil.copy(PROGRAMS / file, folder / name)
        command = f"{python} {folder / name / name}.py {arguments}"
        agents += f"[[agents]]\nname = '{name}'\nspec = 'cmd:{command}'\n"
    path = folder / "class.toml"
    path.write_text(
        f"game = 'checkers'\ngames = 2\n[limits]\nplies = 12\ncpu_move = 5.0\n{agents}"
        "[[agents]]\nname = 'house'\nspec = 'greedy'\n"
    )
    return path


def test_programs_play_as_at_home(nodes: Nodes, tmp_path: Path) -> None:
    path = contest(tmp_path, "honest", "crashes_in_midgame", "illegal_move")
    found = []
    for on in ("here", f"ray:{nodes.address}"):
        output("tournament", str(path), "--no-report", "--json", "--on", on)
        found.append(results(path))
        (tmp_path / "class.db").unlink()
    assert found[0] == found[1]
    verdicts = {judged["verdict"] for _, judged in found[0].values()}
    assert {"crash", "illegal-move"} <= verdicts
    assert [name for name in os.listdir(tempfile.gettempdir()) if "hopsow-game" in name] == []


def test_a_program_needs_nothing_that_stays_at_home(tmp_path: Path) -> None:
    path = contest(tmp_path / "home", "honest", "crashes_in_midgame")
    tournament = read(path)
    tasks = [
        each for turn in range(tournament.round_count()) for each in tournament.tasks(turn, [])
    ]
    at_home = [timeless(here.play(task).as_json()) for _, task in tasks]
    shipped = [shipping.ship(task) for _, task in tasks]
    contents = dict(pair for each in shipped for pair in each.contents())
    assert len(contents) == 2
    shutil.rmtree(tmp_path / "home")
    places = {name: str(unpack(content, name, tmp_path)) for name, content in contents.items()}
    told: list[Any] = []
    for each in shipped:
        shipping.tell_game(each._replace(places=places), told.append)
    games = [each for each in told if not isinstance(each, int)]
    assert [timeless(each.as_json()) for each in games] == at_home


def test_archives_are_named_by_what_is_in_them(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    for folder in (first, second):
        (folder / "sub").mkdir(parents=True)
        (folder / "a.py").write_text("print()\n")
        (folder / "sub" / "b.txt").write_text("b\n")
        (folder / "link").symlink_to("/etc/passwd")
        (folder / "near").symlink_to("a.py")
    specs = [f"cmd:{sys.executable} {folder}/a.py" for folder in (first, second)]
    one, two = (pack(spec, frozenset()) for spec in specs)
    assert one.digest == two.digest
    content = content_of(one.digest)
    place = unpack(content, one.digest, tmp_path / "there")
    sent = sorted(str(each.relative_to(place)) for each in place.rglob("*"))
    assert sent == ["0", "0/a.py", "0/near", "0/sub", "0/sub/b.txt"]
    with pytest.raises(ValueError, match="was damaged on its way"):
        unpack(content[:-1] + b"x", one.digest, tmp_path / "elsewhere")


def test_the_files_of_others_are_not_sent(tmp_path: Path) -> None:
    for name in ("alice.py", "bob.py", "speak.py"):
        (tmp_path / name).write_text("pass\n")
    alice, bob = (f"cmd:{sys.executable} {tmp_path}/{name}.py" for name in ("alice", "bob"))
    parcel = pack(alice, frozenset({bob, "greedy"}))
    place = unpack(content_of(parcel.digest), parcel.digest, tmp_path / "there")
    assert sorted(each.name for each in (place / "0").glob("*.py")) == ["alice.py", "speak.py"]


def test_a_program_that_is_too_big_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parcels, "MOST_BYTES", 1000)
    (tmp_path / "a.py").write_text("#" * 1001)
    with pytest.raises(ValueError, match=f"{tmp_path} holds more than "):
        pack(f"cmd:{sys.executable} {tmp_path}/a.py", frozenset())


def test_what_a_node_lacks_is_nobodys_fault(
    nodes: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interpreter of these programs is on this machine and on one node only."""
    serpent = tmp_path / "tools" / "bin" / "serpent"
    serpent.parent.mkdir(parents=True)
    serpent.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    serpent.chmod(0o755)
    searched = f"{serpent.parent}:{os.environ['PATH']}"
    monkeypatch.setenv("PATH", searched)
    path = contest(tmp_path, "honest", python="serpent")
    command = ("tournament", str(path), "--no-report", "--json", "--on", f"ray:{nodes.address}")
    done = run(*command)
    assert (done.returncode, done.stdout) == (2, "")
    address = f"the Ray cluster at {nodes.address}"
    assert done.stderr == f"hopsow: {address} has no node with serpent; {GOES_ON}\n"
    assert len(results(path, total=0)) == 0
    node = nodes.add(PATH=searched)
    assert json.loads(output(*command))["games"] == 2
    nodes.remove(node)
    assert {row["guilty"] for _, row in results(path).values()} == {None}


VALIDATE = """\
import sys, yaml
from ray.autoscaler._private import util
util.validate_config(util.prepare_config(yaml.safe_load(sys.stdin)))
"""


def test_the_file_for_a_cloud_is_one() -> None:
    """By Ray's own schema; no cloud was asked."""
    page = (ROOT / "docs" / "cluster.md").read_text()
    (file,) = re.findall(r"```\n(cluster_name:.*?)```", page, re.DOTALL)
    command = [sys.executable, "-c", VALIDATE]
    done = subprocess.run(command, input=file, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    broken = file.replace("head_node_type", "first_node_type")
    assert subprocess.run(command, input=broken, capture_output=True, text=True).returncode != 0


MATCH = ("match", "awari", "greedy", "random", "--no-evidence")


@pytest.mark.parametrize("name", ["mars", "ray:", "here:4", "Ray", ""])
def test_a_place_that_is_none_is_refused(name: str) -> None:
    sentence = complaint(*MATCH, "--on", name)
    assert sentence.startswith(f'argument --on: found "{name}", expected here, ray or ray:ADDRESS')


@pytest.mark.parametrize("address", ["127.0.0.1:1", "127.0.0.1:x", "nowhere"])
def test_a_cluster_that_does_not_answer_is_named(address: str) -> None:
    assert complaint(*MATCH, "--on", f"ray:{address}").startswith(f"the Ray cluster at {address} ")


def test_without_the_extra_there_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(place, "find_spec", lambda name: None)
    assert main([*MATCH, "--on", "ray"]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"hopsow: argument --on: {place.MISSING} (see ")
