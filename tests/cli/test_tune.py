"""`hopsow tune`: the same plan gives the same weights, and nothing is left behind by failures."""

import json
import signal
import subprocess
from pathlib import Path

import pytest
from hopsow import GAMES, _native
from metered import wait_for_cpu
from shell import HOPSOW, complaint, output

PLAN = ["--games", "4", "--generations", "2", "--nodes", "40"]
# Two weights of two bytes for each feature.
BYTES = {"halma": 4 * 7, "checkers": 4 * 26_280, "awari": 4 * 98}


@pytest.mark.parametrize("game", GAMES)
def test_same_plan_gives_the_same_file(game: str, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "again", "threads")]
    for file, threads in zip(files, "112", strict=True):
        output("tune", game, *PLAN, "--threads", threads, "-o", str(file))
    one, again, threads_two = (file.read_bytes() for file in files)
    assert one == again == threads_two
    assert len(one) == BYTES[game]


def test_another_seed_gives_another_file(tmp_path: Path) -> None:
    for seed in "12":
        output("tune", "awari", *PLAN, "--seed", seed, "-o", str(tmp_path / seed))
    assert (tmp_path / "1").read_bytes() != (tmp_path / "2").read_bytes()


def test_result_is_told(tmp_path: Path) -> None:
    file = str(tmp_path / "weights")
    fit = json.loads(output("tune", "awari", *PLAN, "-o", file, "--json"))
    assert list(fit) == ["game", "file", "positions", "loss_before", "loss_after"]
    assert (fit["game"], fit["file"]) == ("awari", file)
    assert fit["positions"] > 0
    assert fit["loss_after"] < fit["loss_before"]
    text = output("tune", "awari", *PLAN, "-o", file)
    assert f"{fit['positions']} positions, loss {fit['loss_before']:.5f} before" in text


def test_progress_grows_to_the_whole() -> None:
    shares: list[float] = []
    _native.tune("awari", 3, 2, 10, progress=shares.append)
    assert shares == sorted(shares)
    assert shares == pytest.approx([number / 6 for number in range(1, 7)])


def test_failing_progress_ends_it() -> None:
    def fail(share: float) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        _native.tune("awari", 100_000, 1, 1_000, progress=fail)


def test_control_c_leaves_nothing(tmp_path: Path) -> None:
    command = [*HOPSOW, "tune", "halma", "--games", "100000", "-o", str(tmp_path / "weights")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for_cpu(process, 1.0)  # the games have begun
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("tune", "the following arguments are required: GAME, -o"),
        ("tune chess -o x", 'unknown game "chess"'),
        ("tune awari -o x --games 0", "games must be from 1"),
        ("tune awari -o x --generations 0", "generations must be from 1"),
        ("tune awari -o x --nodes 0", "nodes must be from 1"),
        ("tune awari -o x --threads 0", "threads must be from 1"),
        ("tune awari -o x --seed -1", "seed must be from 0"),
        ("tune awari -o /nowhere/x", "/nowhere/x: nothing can be written to /nowhere"),
    ],
)
def test_wrong_arguments_are_one_sentence(arguments: str, sentence: str) -> None:
    assert sentence in complaint(*arguments.split())
