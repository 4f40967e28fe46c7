"""`net:FILE`: policies in ONNX files, ours and other people's."""

import re
from pathlib import Path
from typing import Any

import hopsow
import numpy as np
import onnx
import pytest
from effort import seeded
from hopsow.agents import Clock, make
from hopsow.lab.learning.policies.agent import _after
from hopsow.lab.learning.policies.policy import GAME, Policy
from onnx import TensorProto, helper
from shell import complaint, output

AWARI = (14,)
FEW_STONES = "1-0-0-0-0-0-0-0-1-0-0-1-20-20-S"


def policy_file(
    path: Path,
    game: str | None = "awari",
    *,
    shape: tuple[int, ...] = AWARI,
    actions: int = 6,
    kind: int = TensorProto.UINT8,
    value: float = 0.5,
    states: str | int = "states",
) -> str:
    """A policy that prefers the last action and finds every state equally good."""
    columns = int(np.prod(shape))
    weights = np.zeros((columns, actions), np.float32)
    bias = np.zeros(actions, np.float32)
    bias[-1] = 5.0
    nodes = [
        helper.make_node("Cast", ["observations"], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("Flatten", ["numbers"], ["flat"]),
        helper.make_node("Gemm", ["flat", "weights", "bias"], ["logits"]),
        helper.make_node("Gemm", ["flat", "nothing", "value"], ["column"]),
        helper.make_node("Squeeze", ["column", "axis"], ["values"]),
    ]
    numbers = {
        "weights": weights,
        "bias": bias,
        "nothing": np.zeros((columns, 1), np.float32),
        "value": np.array([value], np.float32),
        "axis": np.array([1], np.int64),
    }
    graph = helper.make_graph(
        nodes,
        "policy",
        [helper.make_tensor_value_info("observations", kind, [states, *shape])],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, [states, actions]),
            helper.make_tensor_value_info("values", TensorProto.FLOAT, [states]),
        ],
        [onnx.numpy_helper.from_array(array, name) for name, array in numbers.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    if game is not None:
        helper.set_model_props(model, {GAME: game})
    path.write_bytes(model.SerializeToString())
    return str(path)


def test_a_policy_of_ones_own_plays(tmp_path: Path) -> None:
    file = policy_file(tmp_path / "mine.onnx")
    agent = make(f"net:{file}:simulations=8", "awari")
    position = hopsow.start("awari")
    assert str(agent.choose(position, Clock())) == "F"
    text = output("match", "awari", f"net:{file}:simulations=2", "random:seed=1", "--no-evidence")
    assert "2 games" in text
    lines = "setoption name Game value awari\nposition startpos\ngo\n"
    said = output("engine", "--agent", f"net:{file}", stdin=lines)
    assert "bestmove" in said


def test_the_policy_on_the_page_plays(tmp_path: Path) -> None:
    (program,) = (text for text in python_blocks("lab/learning.md") if "onnx.parser" in text)
    names: dict[str, Any] = {}
    exec(program, names)
    file = tmp_path / "eager.onnx"
    file.write_bytes(names["eager"])
    position = hopsow.parse("awari", "1-1-1-9-1-1-4-4-4-4-4-4-5-5-S")
    assert str(make(f"net:{file}:simulations=1", "awari").choose(position, Clock())) == "D"


def python_blocks(page: str) -> list[str]:
    text = (Path(__file__).parents[3] / "docs" / page).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_what_tables_know_is_played_exactly(tmp_path: Path) -> None:
    agent = make(f"net:{policy_file(tmp_path / 'mine.onnx')}", "awari")
    position = hopsow.parse("awari", "0-0-1-0-0-2-0-1-1-3-0-0-23-17-S")
    ranked = hopsow.tables.Tables().rank_moves(position)
    assert ranked
    assert agent.choose(position, Clock()) == ranked[0][0]


def test_what_came_before_is_taken_along_where_it_led_here() -> None:
    record, move = before_a_repetition()
    (action,) = record.position.actions(move)
    games = _after(record.position, record.positions[:-1])
    alone = _after(record.position, [hopsow.start("awari")])  # leads nowhere near
    for batch, repeats in ((games, True), (alone, False)):
        assert batch.state(0) == record.position
        batch.step([action])
        assert bool(batch.terminated[0]) == repeats


def before_a_repetition() -> tuple[hopsow.Record, hopsow.Move]:
    """A game that some move ends by repetition."""
    random = seeded("repetition")
    while True:
        record = hopsow.Record("awari", position=hopsow.parse("awari", FEW_STONES))
        while record.outcome is None:
            record.play(random.choice(record.position.legal_moves))
        if record.outcome.reason == "repetition":
            return record, record.undo()


def test_a_clock_ends_the_search(tmp_path: Path) -> None:
    agent = make(f"net:{policy_file(tmp_path / 'mine.onnx')}:simulations=1000000", "awari")
    move = agent.choose(hopsow.start("awari"), Clock(move=0.2))
    assert move in hopsow.start("awari").legal_moves


def test_a_capture_of_several_jumps_is_one_move(tmp_path: Path) -> None:
    file = policy_file(tmp_path / "mine.onnx", "checkers", shape=(7, 8, 8), actions=256)
    agent = make(f"net:{file}:simulations=4", "checkers")
    position = hopsow.parse("checkers", "W:W22,32:B18,11,1,2,3")
    assert str(agent.choose(position, Clock())) == "22x15x8"


def test_no_move_is_chosen_when_the_game_is_over(tmp_path: Path) -> None:
    agent = make(f"net:{policy_file(tmp_path / 'mine.onnx')}", "awari")
    over = hopsow.parse("awari", "0-0-0-0-0-0-0-0-0-0-0-0-20-28-S")
    with pytest.raises(ValueError, match="the game is over"):
        agent.choose(over, Clock())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"game": "checkers"}, "this is a policy for checkers, not for awari"),
        ({"game": None}, "expected hopsow.game in its metadata"),
        ({"shape": (12,)}, r"bytes of the shape \(states, 14\)"),
        ({"kind": TensorProto.FLOAT}, "expected one input, bytes"),
        ({"actions": 7}, "6 logits and a value"),
        ({"states": 1}, "expected one input"),
        ({"value": float("nan")}, "its outputs are not finite numbers"),
    ],
)
def test_files_that_do_not_fit_are_refused(
    options: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    file = policy_file(tmp_path / "mine.onnx", **options)
    with pytest.raises(ValueError, match=sentence):
        Policy(file, "awari")


@pytest.mark.parametrize("content", [b"", b"nothing of the kind", b"\x08\x09half"])
def test_a_damaged_file_is_one_sentence(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "mine.onnx"
    file.write_bytes(content)
    said = complaint("match", "awari", f"net:{file}", "random", "--no-evidence")
    assert said == f"{file}: this is not an ONNX file that can be run"


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        ("net", 'found "net", expected net:FILE'),
        ("net:", 'found "net:", expected net:FILE'),
        ("net:nowhere.onnx", "nowhere.onnx: No such file or directory"),
        ("net:.", ".: Is a directory"),
        ("net:x:depth=1", 'the agent net has no option "depth", expected simulations'),
        ("net:x:simulations=0", "expected a whole number from 1"),
    ],
)
def test_odd_texts(agent: str, sentence: str) -> None:
    assert sentence in complaint("match", "awari", agent, "random", "--no-evidence")
