"""`hopsow bench`: the same nodes in every run."""

import json

from hopsow import GAMES
from shell import output


def test_nodes_are_the_same_in_every_run() -> None:
    found = json.loads(output("bench", "--json"))
    assert list(found) == ["games", "nodes", "seconds", "nps"]
    assert list(found["games"]) == list(GAMES)
    assert sum(game["nodes"] for game in found["games"].values()) == found["nodes"]
    rows = [line.split() for line in output("bench").splitlines()]
    nodes = {game: figures["nodes"] for game, figures in found["games"].items()}
    assert {row[0]: int(row[1]) for row in rows} == {**nodes, "all": found["nodes"]}
