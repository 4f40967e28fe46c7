"""`hopsow lab train`: a net from a few games, and what is refused in one sentence."""

from pathlib import Path

import hopsow
import numpy as np
import pytest
import torch
from hopsow import _native
from hopsow.lab.learning.values import data, shape, train
from shell import complaint, run


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("lab train", "the following arguments are required: GAME, DIR, -o"),
        ("lab train chess x -o y", 'unknown game "chess"'),
        ("lab train awari x -o y --seconds 0", "seconds must be positive"),
        ("lab train awari x -o y --result-weight 2", "result-weight must be from 0 to 1"),
        ("lab train awari x -o y --scale 0", "scale must be above 0 and at most 10"),
        ("lab train awari x -o y --scale nan", "scale must be above 0 and at most 10"),
        ("lab train awari x -o /nowhere/y", "/nowhere/y: nothing can be written to /nowhere"),
        ("lab train awari x -o y --device tpu", "invalid choice: 'tpu'"),
    ],
)
def test_wrong_arguments_are_one_sentence(arguments: str, sentence: str) -> None:
    assert sentence in complaint(*arguments.split())


def games(folder: Path) -> str:
    run("lab", "data", "awari", "--games", "20", "--nodes", "20", "-o", str(folder))
    return str(folder)


def test_a_net_is_trained(tmp_path: Path) -> None:
    net = tmp_path / "my.net"
    words = ["lab", "train", "awari", games(tmp_path / "games"), "-o", str(net), "--seconds", "1"]
    done = run(*words, "--device", "cpu")
    assert done.returncode == 0
    assert "held-out loss" in done.stdout
    assert hopsow.Engine("awari", 1, net=net).search([hopsow.start("awari")], depth=2).move


NO_TIME = "1e-9"  # the net stays what it was


def test_first_layers_begin_as_the_shared_one_and_stay_apart(tmp_path: Path) -> None:
    folder, shared, own = games(tmp_path / "games"), tmp_path / "shared.net", tmp_path / "own.net"
    words = ["lab", "train", "awari", folder, "--device", "cpu", "--seconds", NO_TIME]
    assert run(*words, "-o", str(shared)).returncode == 0
    assert run(*words, "-o", str(own), "--from", str(shared), "--own-first").returncode == 0
    position = hopsow.start("awari").play("C").play("d")
    values = [hopsow.Engine("awari", 1, net=net).estimate(position) for net in (shared, own)]
    assert values[0] == values[1]
    of = shape.shape_of("awari")
    net = dict(shape.from_file(of, own.read_bytes()))
    assert len(net["first"]) == of.kinds
    net["first"] += np.arange(of.kinds, dtype="<i2")[:, None, None]
    own.write_bytes(shape.to_file(of, net))
    assert run(*words, "-o", str(shared), "--from", str(own)).returncode == 0
    np.testing.assert_array_equal(shape.from_file(of, shared.read_bytes())["first"], net["first"])


@pytest.mark.parametrize("own_first", [False, True])
def test_a_position_teaches_the_layers_of_its_kind(own_first: bool) -> None:
    of = shape.shape_of("awari")
    start = hopsow.start("awari")
    records = _native.self_play(start, 0, 5, nodes=20, noise=3, seed=4)
    seen = train.seen_in(of, data.Shard("awari", start.rules, 5, records))
    kind = int(seen["kind"][0])
    rows = seen["kind"] == kind
    assert 0 < rows.sum() < len(rows)
    torch.manual_seed(1)
    net = train.random_net(of, of.kinds if own_first else 1, "cpu")
    inputs, kinds = (torch.from_numpy(seen[name][rows]) for name in ("inputs", "kind"))
    values, order = train.forward(net, inputs, kinds.long())
    values.sum().backward()
    assert sorted(order.tolist()) == list(range(int(rows.sum())))
    taught = {name: [bool(layer.any()) for layer in net[name].grad] for name in ("first", "last")}
    alone = [each == kind for each in range(of.kinds)]
    assert taught == {"first": alone if own_first else [True], "last": alone}
