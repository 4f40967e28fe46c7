"""`hopsow train` where PyTorch is missing, and what it refuses before it needs it.

The arithmetic of a net and its file are tested without PyTorch, in test_shape.
"""

from importlib.util import find_spec
from pathlib import Path

import hopsow
import numpy as np
import pytest
from hopsow.nets import shape
from shell import complaint, output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("train", "the following arguments are required: GAME, DIR, -o"),
        ("train chess x -o y", 'unknown game "chess"'),
        ("train awari x -o y --seconds 0", "seconds must be positive"),
        ("train awari x -o y --result-weight 2", "result-weight must be from 0 to 1"),
        ("train awari x -o y --scale 0", "scale must be above 0 and at most 10"),
        ("train awari x -o y --scale nan", "scale must be above 0 and at most 10"),
        ("train awari x -o /nowhere/y", "/nowhere/y: nothing can be written to /nowhere"),
        ("train awari x -o y --device tpu", "invalid choice: 'tpu'"),
    ],
)
def test_wrong_arguments_are_one_sentence(arguments: str, sentence: str) -> None:
    assert sentence in complaint(*arguments.split())


def test_a_net_is_trained_or_what_is_missing_is_named(tmp_path: Path) -> None:
    folder, net = str(tmp_path / "games"), tmp_path / "my.net"
    output("data", "awari", "--games", "20", "--nodes", "20", "-o", folder)
    words = ["train", "awari", folder, "-o", str(net), "--seconds", "1", "--device", "cpu"]
    if find_spec("torch") is None:
        sentence = 'training needs PyTorch: pip install "hopsow[train]"'
        assert complaint(*words) == sentence
        assert not net.exists()
        # What training ends with: real numbers become a file that the engine reads.
        of = shape.shape_of("awari")
        random = np.random.default_rng(1)
        real = {name: random.normal(0, 0.2, size) for name, size in of.sizes().items()}
        net.write_bytes(shape.to_file(of, shape.whole(real)))
    else:
        assert "held-out loss" in output(*words)
    assert hopsow.Engine("awari", 1, net=net).search([hopsow.start("awari")], depth=2).move
