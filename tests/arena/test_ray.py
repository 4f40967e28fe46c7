"""Games on a Ray cluster: the same results as on this machine."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cluster import Nodes, cluster, processes
from hopsow.arena.contest.tournament import Row, read
from hopsow.arena.results.database import Database
from hopsow.arena.run import place
from hopsow.cli import main
from shell import complaint, output
from tournaments import write

pytestmark = pytest.mark.xdist_group("ray")

TIMES = {"cpu", "wall", "memory", "used"}


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    with cluster() as started:
        yield started


def timeless(value: Any) -> Any:
    """A JSON value without what nobody can repeat."""
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if key not in TIMES}
    return [timeless(each) for each in value] if isinstance(value, list) else value


def results(path: Path) -> dict[Any, Any]:
    """Everything that a tournament has found out, but for times."""
    tournament = read(path)
    with Database(tournament.database, tournament.identity) as database:
        rows = database.rows()
        assert len(rows) == tournament.total()
        return {
            row.key: (judged(row), timeless(database.evidence(row.key).as_json())) for row in rows
        }


def judged(row: Row) -> tuple[Any, ...]:
    return (row.first, row.winner, row.verdict, row.guilty, row.reason, row.plies)


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


def test_a_local_cluster_ends_with_its_command() -> None:
    before = {pid for pid, _, _ in processes()}
    folders = set(os.listdir("/tmp"))
    command = ("match", "awari", "greedy", "random:seed=1", "--json", "--no-evidence")
    assert json.loads(output(*command, "--on", "ray"))["games"] == 2
    left = [name for pid, _, name in processes() if pid not in before and "ray" in name]
    assert left == []
    assert {name for name in os.listdir("/tmp") if "hopsow" in name} <= folders


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
