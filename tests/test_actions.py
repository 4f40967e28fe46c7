"""Moves as numbers: counted by hand, golden, and put together to turns."""

import copy
import pickle
from itertools import pairwise

import hopsow
import pytest
from hopsow import IllegalMoveError, Move, Position, Turn
from oracle import checkers
from walks import RULE_SETS, Walk, board_of, ends, examples, walked


@pytest.fixture(params=RULE_SETS, ids="-".join)
def walk(request: pytest.FixtureRequest) -> Walk:
    return walked(*request.param)


def test_games_have_so_many_actions() -> None:
    assert [hopsow.actions(game) for game in hopsow.GAMES] == [18_176, 256, 6]


@pytest.mark.parametrize(("game", "text", "move", "numbers"), examples("actions", "golden.txt"))
def test_numbers_never_change(game: str, text: str, move: str, numbers: str) -> None:
    position = hopsow.parse(game, text)
    actions = tuple(int(number) for number in numbers.split())
    assert position.actions(move) == actions
    assert Turn(position, actions).move == position.move(move)
    if len(actions) == 1:
        assert position.action(move) == actions[0]
        assert str(position.move(actions[0])) == move
    else:
        with pytest.raises(ValueError, match=f"{move} consists of {len(actions)} actions"):
            position.action(move)


def test_actions_of_a_move_lead_back_to_it(walk: Walk) -> None:
    for position, moves in walk:
        turn = Turn(position)
        assert turn.setup == position.setup
        firsts = {position.actions(move)[0] for move in position.legal_moves}
        assert turn.legal_actions == tuple(sorted(firsts))
        for move in moves:
            going = turn
            for action in position.actions(move):
                assert going.move is None
                assert action in going.legal_actions
                going = going.push(action)
            assert (going.move, going.legal_actions) == (move, ())
            assert board_of(position.play(move)) in [
                [*(going.setup.cells or "")],
                [*(going.setup.stones or ())],
            ]


def test_actions_are_counted_as_the_page_says(walk: Walk) -> None:
    for position, moves in walk:
        for move in moves:
            assert position.actions(move) == tuple(numbers_by_hand(position, move))


def test_half_a_capture_stands_on_the_board() -> None:
    position = hopsow.parse("checkers", "W:W22,32:B18,11")
    turn = Turn(position, position.actions("22x15x8")[:1])
    assert turn.move is None
    assert turn.setup.cells == "." * 10 + "r...w" + "." * 16 + "w"
    assert turn.setup.to_move == "white"
    assert turn.position == position
    assert turn.legal_actions == position.actions("22x15x8")[1:]


def test_turns_are_values() -> None:
    position = hopsow.parse("checkers", "W:W22,32:B18,11")
    turn = Turn(position, position.actions("22x15x8")[:1])
    twins = (pickle.loads(pickle.dumps(turn)), eval(repr(turn)), copy.deepcopy(turn))
    assert all((twin, hash(twin)) == (turn, hash(turn)) for twin in twins)
    assert turn != Turn(position)


@pytest.mark.parametrize("action", [6, -1, 10**40])
def test_illegal_actions_are_refused(action: int) -> None:
    position = hopsow.start("awari")
    for refuse in (position.move, Turn(position).push):
        with pytest.raises(IllegalMoveError) as caught:
            refuse(action)
        assert caught.value.kind == "illegal-action"


def test_actions_are_numbers() -> None:
    position = hopsow.start("awari")
    with pytest.raises(TypeError, match="a move is a str or an int, not float"):
        position.move(1.0)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Turn(position).push("A")  # type: ignore[arg-type]


STEPS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
DIAGONALS = [(1, -1), (1, 1), (-1, 1), (-1, -1)]  # rows down, columns to the right


def numbers_by_hand(position: Position, move: Move) -> list[int]:
    """The actions of a move, counted as docs/python.md describes them."""
    if position.game == "awari":
        return ["ABCDEFabcdef".index(str(move)) % 6]
    if position.game == "checkers":
        squares = [checkers._square(int(square)) for square in move.squares]
        numbers = []
        for (row, column), (end_row, end_column) in pairwise(squares):
            down, right = end_row - row, end_column - column
            direction = DIAGONALS.index((down // abs(down), right // abs(right)))
            cell = checkers._number(row, column) - 1
            numbers.append((cell * 4 + direction) * 2 + (abs(down) == 2))
        return numbers
    (x, y), (end_x, end_y) = (tuple(map(int, square.split(","))) for square in ends(move))
    if (end_x - x, end_y - y) in STEPS:
        way = STEPS.index((end_x - x, end_y - y))
    else:
        landings = [
            (i, j) for j in range(y % 2, 16, 2) for i in range(x % 2, 16, 2) if (i, j) != (x, y)
        ]
        way = 8 + landings.index((end_x, end_y))
    return [(16 * y + x) * 71 + way]
