"""`hopsow bench`: the same nodes in every run, on every machine."""

import json
from pathlib import Path

from hopsow import GAMES
from shell import output

SIGNATURE = Path(__file__).parents[2] / "testdata" / "bench-signature.txt"


def test_nodes_are_the_same_in_every_run_and_as_written_in_the_tree() -> None:
    measured = json.loads(output("bench", "--json"))
    assert list(measured) == ["games", "nodes", "seconds", "nps"]
    assert list(measured["games"]) == list(GAMES)
    assert sum(game["nodes"] for game in measured["games"].values()) == measured["nodes"]
    rows = [line.split() for line in output("bench").splitlines()]
    nodes = {game: figures["nodes"] for game, figures in measured["games"].items()}
    assert {row[0]: int(row[1]) for row in rows} == {**nodes, "all": measured["nodes"]}
    expected = int(SIGNATURE.read_text())
    assert measured["nodes"] == expected, (
        f"the engines search {measured['nodes']} nodes, {SIGNATURE.name} says {expected}: "
        "they play differently. Where that is meant, `make bench-signature` writes the new number"
    )
