"""Positions taken apart and put together: the parts, and the refusals of what cannot be."""

import copy
import pickle
import re

import hopsow
import pytest
from hopsow import Setup, SetupError
from walks import ROOT, RULE_SETS, Walk, examples, walked


@pytest.fixture(params=RULE_SETS, ids="-".join)
def walk(request: pytest.FixtureRequest) -> Walk:
    return walked(*request.param)


def test_setup_makes_the_position_again(walk: Walk) -> None:
    for position, _ in walk:
        setup = position.setup
        assert setup.position() == position
        twins = (pickle.loads(pickle.dumps(setup)), eval(repr(setup)), copy.copy(setup))
        for twin in twins:
            assert (twin, hash(twin)) == (setup, hash(setup))


def test_setup_has_the_parts_of_its_game() -> None:
    halma, checkers, awari = (hopsow.start(game).setup for game in hopsow.GAMES)
    assert (halma.cells, halma.stones, halma.counter) == (
        hopsow.start("halma").cells,
        None,
        None,
    )
    assert (checkers.cells, checkers.counter) == ("r" * 12 + "." * 8 + "w" * 12, 0)
    assert (awari.cells, awari.stones) == (None, (4,) * 12 + (0, 0))
    assert (awari.game, awari.rules, awari.to_move) == ("awari", "forfeit", "south")
    assert halma != checkers


def test_position_is_set_up_in_one_call() -> None:
    cells = "W...wr.........................R"
    position = hopsow.set_up("checkers", cells=cells, to_move="white", counter=7)
    assert str(position) == "W:W5,K1:B6,K32:H7"
    stones = [0] * 5 + [1, 1] + [0] * 7
    position = hopsow.set_up("awari", stones=stones, to_move="south", rules="abapa")
    assert (str(position), position.rules) == ("0-0-0-0-0-1-1-0-0-0-0-0-0-0-S", "abapa")
    cells = "b" + "." * 254 + "w"
    assert str(hopsow.set_up("halma", cells=cells, to_move="white")).startswith("b15/16/")


@pytest.mark.parametrize(
    ("game", "board", "to_move", "counter", "kind", "place", "sentence"),
    examples("refusals", "setups.txt"),
)
def test_refusal_has_a_kind_and_a_place(
    game: str,
    board: str,
    to_move: str,
    counter: str,
    kind: str,
    place: str,
    sentence: str,
) -> None:
    setup = read_setup(game, board, to_move, counter)
    with pytest.raises(SetupError) as caught:
        setup.position()
    error = caught.value
    assert (error.kind, str(error.place), str(error)) == (kind, place, sentence)
    twin = pickle.loads(pickle.dumps(error))
    assert (str(twin), vars(twin)) == (str(error), vars(error))


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_every_kind_of_refusal_has_its_example(game: str) -> None:
    reached = {row[4] for row in examples("refusals", "setups.txt") if row[0] == game}
    assert reached == {*hopsow.setup_kinds(game)}


def test_every_kind_of_refusal_has_its_line_in_the_docs() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    table = page.partition("| kind of set-up that is refused |")[2].partition("\n\n")[0]
    listed = re.findall("^[|] `([a-z-]+)` [|]", table, re.MULTILINE)
    known = {kind for game in hopsow.GAMES for kind in hopsow.setup_kinds(game)}
    assert sorted(listed) == sorted(known)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("Setup('go', to_move='black', cells='')", 'unknown game "go"'),
        ("Setup('halma', to_move='red', cells='')", 'unknown side of halma "red"'),
        ("Setup('halma', to_move='black', cells='', rules='?')", "unknown rules of halma"),
        ("Setup('halma', to_move='black')", "a set-up has either cells or stones"),
        ("Setup('awari', to_move='south', cells='', stones=[])", "either cells or stones"),
        ("Setup('awari', to_move='south', stones=[-1])", "stones must be from 0 to 4294967295"),
        (
            "Setup('checkers', to_move='red', cells='', counter=10**40)",
            "counter must be from 0 to 4294967295",
        ),
    ],
)
def test_wrong_values_are_told_what_is_right(call: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        eval(call)


@pytest.mark.parametrize(
    "call",
    [
        "Setup('awari', to_move='south', stones=4)",
        "Setup('awari', to_move='south', stones=['4'])",
        "Setup('halma', to_move='black', cells=b'.')",
        "Setup('halma', cells='')",
        "hopsow.set_up('halma')",
    ],
)
def test_wrong_types_are_type_errors(call: str) -> None:
    with pytest.raises(TypeError):
        eval(call)


def read_setup(game: str, board: str, to_move: str, counter: str) -> Setup:
    """A set-up as the examples write it: `16*.` stands for sixteen dots."""
    count = None if counter == "-" else int(counter)
    if board.startswith("stones "):
        stones = [int(number) for number in board.split()[1:]]
        return Setup(game, to_move=to_move, stones=stones, counter=count)
    cells = ""
    for part in board.split()[1:]:
        times, star, cell = part.partition("*")
        cells += int(times) * cell if star else part
    return Setup(game, to_move=to_move, cells=cells, counter=count)
