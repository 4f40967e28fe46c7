"""`hopsow train`: a net from a few games, and what is refused in one sentence."""

import subprocess
from pathlib import Path

import hopsow
import pytest
from shell import HOPSOW, complaint, run


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


def games(folder: Path) -> str:
    run("data", "awari", "--games", "20", "--nodes", "20", "-o", str(folder))
    return str(folder)


def test_a_net_is_trained(tmp_path: Path) -> None:
    net = tmp_path / "my.net"
    words = ["train", "awari", games(tmp_path / "games"), "-o", str(net), "--seconds", "1"]
    done = run(*words, "--device", "cpu")
    assert done.returncode == 0
    assert "held-out loss" in done.stdout
    assert hopsow.Engine("awari", 1, net=net).search([hopsow.start("awari")], depth=2).move


def test_without_pytorch_the_extra_is_named(tmp_path: Path) -> None:
    net = tmp_path / "my.net"
    words = ["train", "awari", games(tmp_path / "games"), "-o", str(net)]
    program = (
        "import sys; sys.modules['torch'] = None; from hopsow.cli import main;"
        f"sys.exit(main({words!r}))"
    )
    done = subprocess.run([HOPSOW[0], "-c", program], capture_output=True, text=True)
    sentence = 'hopsow: training needs PyTorch: pip install "hopsow[train]"\n'
    assert (done.returncode, done.stderr) == (2, sentence)
    assert not net.exists()
