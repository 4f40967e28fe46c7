"""Positions that are images of each other have one canonical board, and their moves one text.

The images are made here square by square, and the rules say whether they are images at all: their
legal moves must be images too, and lead to images again.
"""

from collections.abc import Callable

import hopsow
import pytest
from hopsow import Move, Position
from hopsow.games import canonical, canonical_move
from walks import RULE_SETS, walked

Names = Callable[[str], str]
Image = tuple[Position, Names]
EVERY = 7  # of the positions of random games


def turned_halma(name: str) -> str:
    x, y = map(int, name.split(","))
    return f"{15 - x},{15 - y}"


def mirrored_halma(name: str) -> str:
    x, y = name.split(",")
    return f"{y},{x}"


def on_board(position: Position, there: Callable[[int, int], int], swap: bool) -> Position:
    """The board with every square somewhere else, and with sides swapped."""
    size = len(position.cells)
    cells = ["."] * size
    for square, cell in enumerate(position.cells):
        cells[there(square, size)] = cell
    colours = {"halma": "bw", "checkers": "rwRW"}[position.game]
    other = {"halma": "wb", "checkers": "wrWR"}[position.game]
    text = "".join(cells)
    return hopsow.set_up(
        position.game,
        rules=position.rules,
        cells=text.translate(str.maketrans(colours, other)) if swap else text,
        to_move=opponent(position) if swap else position.to_move,
        counter=position.counter if position.game == "checkers" else None,
    )


def opponent(position: Position) -> str:
    (other,) = set(position.sides) - {position.to_move}
    return other


def images(position: Position) -> list[Image]:
    if position.game == "awari":
        pits, stores = position.stones[:12], position.stones[12:]
        stones = [pits[(pit + 6) % 12] for pit in range(12)] + [stores[1], stores[0]]
        turned = hopsow.set_up(
            "awari", rules=position.rules, stones=stones, to_move=opponent(position)
        )
        return [(turned, str.swapcase)]
    turned = on_board(position, lambda square, size: size - 1 - square, swap=True)
    if position.game == "checkers":
        return [(turned, lambda name: str(33 - int(name)))]
    mirrored = on_board(position, lambda square, _: square % 16 * 16 + square // 16, swap=False)
    return [(turned, turned_halma), (mirrored, mirrored_halma)]


def image_of(move: Move, position: Position, names: Names) -> Move:
    """The legal move of the image that takes the same way."""
    way = [names(name) for name in move.squares]
    if position.game == "checkers":  # the way matters
        (there,) = (each for each in position.legal_moves if list(each.squares) == way)
    else:
        ends = {(each.squares[0], each.squares[-1]): each for each in position.legal_moves}
        there = ends[way[0], way[-1]]
    return there


@pytest.mark.parametrize(("game", "rules"), RULE_SETS)
def test_images_share_board_and_moves(game: str, rules: str) -> None:
    for number, (position, moves) in enumerate(walked(game, rules)):
        if number % EVERY:
            continue
        board, views = canonical(position)
        for image, names in images(position):
            there, other_views = canonical(image)
            assert there == board
            assert len(image.legal_moves) == len(position.legal_moves)
            for move in moves:
                other = image_of(move, image, names)
                assert canonical_move(other, other_views) == canonical_move(move, views)
                after, after_image = position.play(move), image.play(other)
                assert canonical(after)[0] == canonical(after_image)[0]
                assert (after.outcome is None) == (after_image.outcome is None)


@pytest.mark.parametrize(("game", "rules"), RULE_SETS)
def test_moves_that_differ_have_texts_that_differ(game: str, rules: str) -> None:
    for position, _ in walked(game, rules):
        _, views = canonical(position)
        texts = [canonical_move(move, views) for move in position.legal_moves]
        if len(views) == 1:
            assert len({*texts}) == len(texts)


def test_positions_that_differ_have_boards_that_differ() -> None:
    start = hopsow.start("halma")
    boards = {canonical(start.play(move))[0] for move in start.legal_moves}
    assert len(boards) == 21  # of 40 opening moves two go along the diagonal, others are mirrored
    for game in ("checkers", "awari"):
        start = hopsow.start(game)
        boards = {canonical(start.play(move))[0] for move in start.legal_moves}
        assert len(boards) == len(start.legal_moves)


def test_a_mirrored_start_lists_a_move_and_its_image_as_one() -> None:
    start = hopsow.start("halma")
    _, views = canonical(start)
    assert len(views) == 2
    texts = [canonical_move(start.move(text), views) for text in ("4,1-5,2", "1,4-2,5")]
    assert texts[0] == texts[1]
