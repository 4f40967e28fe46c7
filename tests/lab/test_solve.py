"""`hopsow lab solve` as a user meets it."""

import json
from pathlib import Path

import pytest
from repository import ROOT
from shell import complaint, output

RESULT = (
    "the start is drawn (+0): "
    "A drawn (+0), B lost (-6), C lost (-2), D lost (-2), E lost (-2), F drawn (+0)\n"
)


def test_every_layer_and_first_move_is_told(tmp_path: Path) -> None:
    certificate = tmp_path / "one.json"
    printed = output("lab", "solve", "awari", "-o", str(certificate))
    assert "10 stones: 156,313 won, 106,390 drawn, 90,013 lost (" in printed
    assert "11 stones" not in printed  # nothing captures one stone
    assert "\n1,984,529 positions in " in printed
    assert printed.endswith(RESULT)
    written = json.loads(certificate.read_text())
    assert (written["result"], written["value"], written["positions"]) == ("drawn", 0, 1_984_529)
    assert written["moves"]["B"] == {"result": "lost", "value": -6}
    told = json.loads(output("lab", "solve", "awari", "--json"))
    assert {**told, "seconds": 0} == {**written, "seconds": 0}


def test_an_even_split_at_a_repetition_leaves_one_first_move() -> None:
    printed = output("lab", "solve", "awari", "--rules", "oware")
    assert "\n12 stones: 714,572 won, 197,753 drawn, 439,753 lost (" in printed
    assert printed.endswith(
        "the start is drawn (+0): "
        "A lost (-1), B lost (-8), C lost (-2), D lost (-2), E lost (-2), F drawn (+0)\n"
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["halma"], "halma cannot be solved"),
        (["awari", "--stones-per-pit", "0"], "--stones-per-pit 0: expected 1 to 4"),
        (["awari", "--stones-per-pit", "5"], "--stones-per-pit 5: expected 1 to 4"),
        (["awari", "--stones-per-pit", "3"], "36 stones are solved on a graphics card only"),
        (["awari", "--rules", "abapa"], "the rules abapa are solved on a graphics card only"),
        (["awari", "--device", "cuda"], "building on a graphics card needs CuPy: pip install"),
        (
            ["awari", "-o", "nowhere/one.json"],
            "nowhere/one.json: nothing can be written to nowhere",
        ),
        (["awari", "--memory", "much"], "'much' is not an amount of memory, such as 2G"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(options: list[str], sentence: str) -> None:
    assert sentence in complaint("lab", "solve", *options)


def test_a_card_cannot_build_for_every_game(tmp_path: Path) -> None:
    options = ("--size", "4", "--device", "cuda", "--tables", str(tmp_path))
    assert "checkers cannot be built on a graphics card" in complaint(
        "tables", "build", "checkers", *options
    )
    assert "pip install 'hopsow[cuda]'" in complaint("tables", "build", "awari", *options)


@pytest.mark.parametrize(
    ("name", "rules"), [("awari-solved", "forfeit"), ("awari-solved-oware", "oware")]
)
def test_the_certificate_of_the_whole_game_agrees_with_itself_and_the_tables(
    name: str, rules: str
) -> None:
    solved = json.loads((ROOT / "testdata" / f"{name}.json").read_text())
    assert solved["rules"] == rules
    assert solved["positions"] == 889_063_398_406
    open_positions = [sum(layer["open"].values()) for layer in solved["layers"]]
    assert 1 + sum(open_positions) == solved["positions"]
    small = json.loads(output("lab", "solve", "awari", "--rules", rules, "--json"))["layers"]
    assert [layer["all"] for layer in small] == [
        layer["all"] for layer in solved["layers"] if layer["stones"] in (*range(11), 12)
    ]
    moves = {move: about["result"] for move, about in solved["moves"].items()}
    assert moves == {**dict.fromkeys("ABCDE", "lost"), "F": "drawn"}
