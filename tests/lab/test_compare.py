"""Our values beside layers that an independent program writes in Romein and Bal's format."""

import json
from pathlib import Path

import pytest
from oracle import romein_bal
from shell import complaint, output, run

STONES = 5


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("published")
    known: romein_bal.Values = {}
    paths = []
    for stones in range(STONES + 1):
        romein_bal.solve(stones, known)
        paths.append(folder / f"scores.{stones}")
        paths[-1].write_bytes(romein_bal.published(stones, known))
    return paths


def test_equal_values_are_told_layer_by_layer(layers: list[Path]) -> None:
    printed = output("lab", "compare", "vu", *map(str, layers))
    assert printed.splitlines() == [
        " 0 stones: 1 position, all equal",
        *(
            f"{stones:2} stones: {layers[stones].stat().st_size:,} positions, all equal"
            for stones in range(1, STONES + 1)
        ),
    ]
    told = json.loads(output("lab", "compare", "vu", "--json", str(layers[4])))
    assert told["layers"] == [{"stones": 4, "positions": 1_365, "differing": 0, "first": None}]


def test_a_difference_names_its_position(layers: list[Path], tmp_path: Path) -> None:
    pits = (0, 0, 1, 0, 0, 2, 1, 0, 0, 0, 1, 0)
    number = romein_bal.number(pits)
    values = bytearray(layers[5].read_bytes())
    ours = (values[number] + 128) % 256 - 128
    values[number] = 11
    changed = tmp_path / "scores.5"
    changed.write_bytes(values)
    done = run("lab", "compare", "vu", str(changed))
    assert done.returncode == 1
    assert done.stdout == (
        f" 5 stones: {len(values):,} positions, 1 differ, first "
        f"0-0-1-0-0-2-1-0-0-0-1-0-0-0-S: theirs +11, ours {ours:+d}\n"
    )


@pytest.mark.parametrize(
    ("name", "size", "sentence"),
    [
        ("scores.3", 363, "scores.3: 363 bytes, expected 364, one for each position"),
        ("scores.32", 1, "scores.32: 32 stones, expected at most 31"),
        ("layer3", 364, "layer3: expected a file named scores.N, N the number of stones"),
    ],
)
def test_other_files_are_refused_before_the_work(
    tmp_path: Path, name: str, size: int, sentence: str
) -> None:
    (tmp_path / name).write_bytes(bytes(size))
    assert sentence in complaint("lab", "compare", "vu", str(tmp_path / name))
