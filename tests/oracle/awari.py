"""Awari on a list of twelve pits: 0..5 South's, 6..11 North's, sown in the order of their numbers.

Source: S5.1 to S5.9 in docs/sources.md and the rulings S0.17 to S0.22. The rule sets play alike;
they differ only in who owns what is left in the pits at the end: nobody (`forfeit`) or the row's
side (`abapa`). `oware` is as `abapa`, but when a position occurs again each side gets half.
"""

from fractions import Fraction
from typing import NamedTuple

RULES: tuple[str, ...] = ("forfeit", "abapa", "oware")
START = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"

ROW = {"S": [0, 1, 2, 3, 4, 5], "N": [6, 7, 8, 9, 10, 11]}
LETTERS = "ABCDEFabcdef"
OPPONENT = {"S": "N", "N": "S"}


class Board(NamedTuple):
    pits: list[int]
    stores: dict[str, int]
    side: str


def moves(text: str, rules: str) -> list[str]:
    """The legal moves, sorted; none when the game is over."""
    board = _read(text)
    if _has_majority(board):
        return []
    return _legal_moves(board)


def play(text: str, move: str, rules: str) -> str:
    """The position after a legal move."""
    if move not in moves(text, rules):
        raise ValueError(f"illegal move {move!r} in {text!r}")
    return _after(text, move)


def outcome(text: str, rules: str) -> tuple[str | None, str] | None:
    """Winner and reason, or None while the game goes on."""
    board = _read(text)
    if _has_majority(board):
        reason = "majority"
    elif not _legal_moves(board):
        reason = "no moves"
    else:
        return None

    south, north = board.stores["S"], board.stores["N"]
    if rules in ("abapa", "oware"):
        south += _stones_of(board.pits, "S")
        north += _stones_of(board.pits, "N")
    if south == north:
        return None, reason
    return "south" if south > north else "north", reason


def outcome_if_repeated(text: str, rules: str) -> tuple[str | None, str]:
    """Winner and reason where this position has occurred before."""
    board = _read(text)
    left = {side: _stones_of(board.pits, side) for side in ROW}
    shares = {
        "forfeit": {"S": Fraction(0), "N": Fraction(0)},
        "abapa": {side: Fraction(stones) for side, stones in left.items()},
        "oware": {side: Fraction(sum(board.pits), 2) for side in ROW},
    }[rules]
    south, north = (board.stores[side] + shares[side] for side in "SN")
    if south == north:
        return None, "repetition"
    return "south" if south > north else "north", "repetition"


def perft(text: str, depth: int, rules: str) -> int:
    """Number of lines of exactly `depth` moves."""
    if depth == 0:
        return 1
    legal = moves(text, rules)
    if depth == 1:
        return len(legal)
    return sum(perft(_after(text, move), depth - 1, rules) for move in legal)


def _has_majority(board: Board) -> bool:
    total = sum(board.pits) + board.stores["S"] + board.stores["N"]
    return board.stores["S"] * 2 > total or board.stores["N"] * 2 > total


def _legal_moves(board: Board) -> list[str]:
    opponent = OPPONENT[board.side]
    legal = []
    for pit in ROW[board.side]:
        if board.pits[pit] == 0:
            continue
        pits, _ = _sow_and_capture(board, pit)
        if _stones_of(board.pits, opponent) == 0 and _stones_of(pits, opponent) == 0:
            continue
        legal.append(LETTERS[pit])
    return legal


def _sow_and_capture(board: Board, start: int) -> tuple[list[int], int]:
    """The pits after playing `start`, and the number of stones captured."""
    pits = board.pits[:]
    opponent = OPPONENT[board.side]

    stones = pits[start]
    pits[start] = 0
    pit = start
    while stones > 0:
        pit = (pit + 1) % 12
        if pit == start:
            continue
        pits[pit] += 1
        stones -= 1

    sown = pits[:]
    captured = 0
    while pit in ROW[opponent] and pits[pit] in (2, 3):
        captured += pits[pit]
        pits[pit] = 0
        pit = (pit - 1) % 12
    if captured > 0 and _stones_of(pits, opponent) == 0:  # a grand slam captures nothing
        return sown, 0
    return pits, captured


def _stones_of(pits: list[int], side: str) -> int:
    return sum(pits[pit] for pit in ROW[side])


def _after(text: str, move: str) -> str:
    board = _read(text)
    pits, captured = _sow_and_capture(board, LETTERS.index(move))
    stores = dict(board.stores)
    stores[board.side] += captured
    return _write(Board(pits, stores, OPPONENT[board.side]))


def _read(text: str) -> Board:
    *numbers, side = text.split("-")
    pits = [int(number) for number in numbers[:12]]
    south, north = (int(number) for number in numbers[12:])
    return Board(pits, {"S": south, "N": north}, side)


def _write(board: Board) -> str:
    numbers = [*board.pits, board.stores["S"], board.stores["N"]]
    return "-".join(str(number) for number in numbers) + f"-{board.side}"
