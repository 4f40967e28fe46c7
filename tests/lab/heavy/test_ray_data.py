"""Self-play on a Ray cluster gives the bytes that it gives at home."""

from pathlib import Path

import pytest
from cluster import cluster
from hopsow.arena.run import place
from hopsow.lab.learning.values import data, elsewhere
from repository import ROOT

pytestmark = pytest.mark.xdist_group("ray")

NET = ROOT / "crates" / "hopsow-core" / "nets" / "awari.net"


def test_self_play_has_the_same_bytes(tmp_path: Path) -> None:
    """The net is sent along."""
    piece = data.Piece(data.Plan("awari", "forfeit", 10, 2, 12, 1, str(NET)), 0, 10)
    with cluster(TMPDIR=str(tmp_path)) as nodes, place.at(f"ray:{nodes.address}") as ray:
        played = dict(elsewhere.play(ray, [piece], lambda piece, done: None))
    assert played == {piece: piece.play()}
