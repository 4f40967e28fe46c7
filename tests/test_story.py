"""What happens in a move: told again by hand, it is the move that the oracle plays."""

import pickle
from types import ModuleType

import hopsow
import pytest
from hopsow import Capture, Crown, IllegalMoveError, Jump, Lift, Position, Sow, Step
from oracle import awari, checkers, halma
from walks import RULE_SETS, Square, Walk, board_of, ends, walked

ORACLES: dict[str, ModuleType] = {"halma": halma, "checkers": checkers, "awari": awari}


@pytest.fixture(params=RULE_SETS, ids="-".join)
def walk(request: pytest.FixtureRequest) -> Walk:
    return walked(*request.param)


def index(game: str, square: Square) -> int:
    """Where a square stands in the cells or stones."""
    if isinstance(square, tuple):
        return square[0] + 16 * square[1]
    return square - 1 if game == "checkers" else square


def test_story_told_again_on_the_board_is_the_move(walk: Walk) -> None:
    for position, moves in walk:
        oracle = ORACLES[position.game]
        for move in moves:
            text = str(move) if position.game != "halma" else "-".join(ends(move))
            expected = oracle.play(str(position), text, position.rules)
            after = hopsow.parse(position.game, expected, position.rules)
            board = replayed(position, position.story(move))
            assert board == board_of(after), f"{position}: {move}"


def test_story_gives_the_parts_of_a_move(walk: Walk) -> None:
    for position, moves in walk:
        for move in moves:
            story = position.story(move)
            names = tuple(name(move.game, square) for square in move.path)
            assert names == move.squares
            captured = tuple(e.square for e in story if isinstance(e, Capture))
            assert move.captured == captured
            assert move.is_capture == bool(captured)
            assert move.crowns == any(event.kind == "crown" for event in story)
            if move.crowns:
                assert position.cells[index(move.game, move.path[0])].islower()


def test_story_of_a_play_in_halma() -> None:
    position = hopsow.start("halma", first="white")
    move = position.move("12,15-10,13")
    assert position.story(move) == (Jump((12, 15), (11, 14), (10, 13)),)
    assert (move.path, move.captured, move.crowns) == (((12, 15), (10, 13)), (), False)
    assert position.story("11,15-10,15") == (Step((11, 15), (10, 15)),)


def test_story_of_a_capture_in_checkers() -> None:
    position = hopsow.parse("checkers", "W:W17:B14,7")
    move = position.legal_moves[0]
    assert position.story(move) == (
        Jump(17, 14, 10),
        Capture(14, 1),
        Jump(10, 7, 3),
        Capture(7, 1),
        Crown(3),
    )
    assert (move.path, move.captured, move.crowns) == ((17, 10, 3), (14, 7), True)


def test_story_of_a_lap_in_awari() -> None:
    position = hopsow.parse("awari", "0-0-0-0-0-12-0-0-0-0-0-0-0-0-S")
    story = position.story("F")
    assert story[0] == Lift(5, 12)
    assert [e.square for e in story if isinstance(e, Sow)] == [
        6,
        7,
        8,
        9,
        10,
        11,
        0,
        1,
        2,
        3,
        4,
        6,
    ]
    assert story[-1] == Capture(6, 2)
    assert position.move("F").path == (5,)


def test_story_of_a_grand_slam_captures_nothing() -> None:
    position = hopsow.parse("awari", "3-0-0-0-0-1-1-0-0-0-0-0-0-0-S")
    assert position.story("F") == (Lift(5, 1), Sow(6))
    assert not position.move("F").is_capture


def test_illegal_move_has_no_story() -> None:
    with pytest.raises(IllegalMoveError, match="pit a is north's"):
        hopsow.start("awari").story("a")


def test_events_are_values() -> None:
    for event in (
        Step(1, 5),
        Jump((0, 0), (1, 1), (2, 2)),
        Capture(3, 2),
        Crown(4),
        Lift(5, 9),
    ):
        twins = (pickle.loads(pickle.dumps(event)), eval(repr(event)))
        assert [*map(hash, twins)] == [hash(event)] * 2
        assert twins == (event, event)
    assert Capture(5, 1) != Lift(5, 1)
    match Jump(17, 14, 10):
        case Jump(start, over, end):
            assert (start, over, end) == (17, 14, 10)


def name(game: str, square: Square) -> str:
    if isinstance(square, tuple):
        return f"{square[0]},{square[1]}"
    return str(square) if game == "checkers" else "ABCDEFabcdef"[square]


def replayed(position: Position, story: tuple[object, ...]) -> list[str] | list[int]:
    """The board after a story, each event carried out by hand."""
    if position.game == "awari":
        stones = [*position.stones]
        hand = 0
        store = 12 + position.sides.index(position.to_move)
        for event in story:
            match event:
                case Lift(int(pit), count):
                    hand, stones[pit] = stones[pit], 0
                    assert hand == count
                case Sow(int(pit)):
                    hand -= 1
                    stones[pit] += 1
                case Capture(int(pit), count):
                    assert stones[pit] == count
                    stones[store] += count
                    stones[pit] = 0
        assert hand == 0
        return stones
    cells = [*position.cells]
    for event in story:
        match event:
            case Step(start, end):
                move_piece(position.game, cells, start, end)
            case Jump(start, over, end):
                assert cells[index(position.game, over)] != "."
                move_piece(position.game, cells, start, end)
            case Capture(square, 1):
                cells[index(position.game, square)] = "."
            case Crown(square):
                place = index(position.game, square)
                cells[place] = cells[place].upper()
            case _:
                pytest.fail(f"{event} on a board of squares")
    return cells


def move_piece(game: str, cells: list[str], start: Square, end: Square) -> None:
    assert cells[index(game, end)] == "."
    cells[index(game, end)] = cells[index(game, start)]
    cells[index(game, start)] = "."
