"""The Halma files: `input.txt` asks for a move, `output.txt` answers it.

An agent's answer may take a longer way than the shortest chain: a move is known by its two ends,
but every jump written must be possible. What is possible the core says; here a path is only put
together from its lines. Source: S1.9 to S1.11.
"""

from __future__ import annotations

from itertools import pairwise

from hopsow.errors import IllegalMoveError, ParseError, SetupError
from hopsow.games import Move, Position, set_up
from hopsow.messages import Message, one_of
from hopsow.texts import lines, unexpected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

SIZE = 16
E_OR_J = one_of(("E", "J"))
MODES = ("SINGLE", "GAME")
SIDES = ("BLACK", "WHITE")
BOARD_LINE = 4  # the first row of the board
MAX_SECONDS_LENGTH = 32  # longer than any float that a program prints
MAX_OUTPUT_LINES = 1000  # a chain that returns to no square has fewer than 64 jumps

Square = tuple[int, int]
Leg = tuple[str, Square, Square]  # E or J, from, to


class HalmaTask(tuple[str, str, float, Position]):
    """What `input.txt` asks: `side` (black or white) is to move in `position`; `seconds` are left
    for this move (mode SINGLE) or for the rest of the game (mode GAME).

    A named tuple by hand, since an agent that starts for every move waits for its imports.
    """

    __slots__ = ()

    def __new__(cls, mode: str, side: str, seconds: float, position: Position) -> Self:
        return super().__new__(cls, (mode, side, seconds, position))

    @property
    def mode(self) -> str:
        return self[0]

    @property
    def side(self) -> str:
        return self[1]

    @property
    def seconds(self) -> float:
        return self[2]

    @property
    def position(self) -> Position:
        return self[3]


def parse_input(text: str | bytes, rules: str | None = None) -> HalmaTask:
    """Read `input.txt`."""
    rows = lines(text)
    mode = _word(rows, 1, MODES)
    side = _word(rows, 2, SIDES).lower()
    seconds = _seconds(rows)
    return HalmaTask(mode, side, seconds, _board(rows[BOARD_LINE - 1 :], side, rules))


def write_input(task: HalmaTask) -> str:
    """The `input.txt` of a task."""
    cells = task.position.cells.upper()
    board = [cells[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE)]
    return "\n".join([task.mode, task.side.upper(), repr(task.seconds), *board]) + "\n"


def parse_output(text: str | bytes, position: Position) -> Move:
    """Read `output.txt`, an answer to `position`, and find the move that it means.

    A text that is no path is a ParseError; a path that the board or the rules forbid is an
    IllegalMoveError.
    """
    rows = lines(text)
    if len(rows) > MAX_OUTPUT_LINES:
        problem = Message("halma.too-many-lines", found=len(rows), most=MAX_OUTPUT_LINES)
        raise ParseError(problem, MAX_OUTPUT_LINES + 1)
    if rows == [""]:
        raise unexpected("", E_OR_J, 1, 1)
    legs = [_leg(row, line) for line, row in enumerate(rows, 1)]
    _check_connected(legs)
    letter, start, end = legs[0]
    if letter == "E":
        if not _are_adjacent(start, end):
            raise IllegalMoveError(
                Message("halma.not-a-step", **{"from": _name(start), "to": _name(end)})
            )
        return position.move(_path([start, end]))
    squares = [start, *(end for _, _, end in legs)]
    if len(squares) == 2:
        # Two squares alone stand for any way between them; there, back and there again is the
        # same move, and possible if this very jump is.
        squares *= 2
    return position.move(_path(squares))


def write_output(move: Move) -> str:
    """The `output.txt` of a move: one step, or one line per jump."""
    start, end = (_square(name, 1, 1) for name in move.squares[:2])
    letter = "E" if _are_adjacent(start, end) else "J"
    legs = pairwise(move.squares)
    return "".join(f"{letter} {start} {end}\n" for start, end in legs)


def _word(rows: list[str], line: int, allowed: tuple[str, str]) -> str:
    word = _row(rows, line)
    if word not in allowed:
        raise unexpected(word, one_of(allowed), line, 1)
    return word


def _seconds(rows: list[str]) -> float:
    word = _row(rows, 3)
    if len(word) <= MAX_SECONDS_LENGTH and not word.strip("0123456789.eE+-"):
        try:
            seconds = float(word)
        except ValueError:
            seconds = 0.0
        if 0.0 < seconds < float("inf"):
            return seconds
    raise unexpected(word, Message("halma.seconds"), 3, 1)


def _row(rows: list[str], line: int) -> str:
    """A line to be quoted if it is wrong: an empty one shows as its line end."""
    if line > len(rows):
        return ""
    return rows[line - 1] or ("\n" if line < len(rows) else "")


def _board(rows: list[str], to_move: str, rules: str | None) -> Position:
    for y, row in enumerate(rows[:SIZE]):
        _check_row(row, BOARD_LINE + y)
    if len(rows) != SIZE:
        line = BOARD_LINE + min(len(rows), SIZE)
        raise ParseError(Message("halma.rows", found=len(rows), expected=SIZE), line)
    try:
        return set_up("halma", cells="".join(rows).lower(), to_move=to_move, rules=rules)
    except SetupError as error:  # only the men can still be wrong, and they are all over the board
        raise ParseError(error.message, BOARD_LINE) from None


def _check_row(row: str, line: int) -> None:
    rest = row.lstrip("WB.")
    if rest:
        raise unexpected(rest[0], Message("halma.cell"), line, len(row) - len(rest) + 1)
    if len(row) != SIZE:
        column = min(len(row), SIZE) + 1
        raise ParseError(Message("halma.row-length", found=len(row), expected=SIZE), line, column)


def _leg(row: str, line: int) -> Leg:
    letter, *squares = row.split(" ", 3)
    if letter not in ("E", "J"):
        raise unexpected(letter or row[:1] or "\n", E_OR_J, line, 1)
    if len(squares) != 2:
        column = len(" ".join([letter, *squares[:2]])) + 1
        expected = f"{letter} FROM_X,FROM_Y TO_X,TO_Y"
        raise unexpected(row[column - 1 :] or "\n", expected, line, column)
    start, end = squares
    return letter, _square(start, line, 3), _square(end, line, 4 + len(start))


def _square(word: str, line: int, column: int) -> Square:
    x, comma, y = word.partition(",")
    if not (comma and _is_coordinate(x) and _is_coordinate(y)):
        raise unexpected(word or " ", Message("halma.square"), line, column)
    return int(x), int(y)


def _is_coordinate(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 2 and int(word) < SIZE


def _check_connected(legs: list[Leg]) -> None:
    for line, (before, leg) in enumerate(pairwise(legs), 2):
        if "E" in (before[0], leg[0]):
            raise ParseError(Message("halma.step-among-lines"), line)
        if leg[1] != before[2]:
            start, man = _name(leg[1]), _name(before[2])
            raise ParseError(Message("halma.jump-from-elsewhere", square=start, man=man), line, 3)


def _are_adjacent(start: Square, end: Square) -> bool:
    return max(abs(start[0] - end[0]), abs(start[1] - end[1])) == 1


def _path(squares: list[Square]) -> str:
    return "-".join(map(_name, squares))


def _name(square: Square) -> str:
    return f"{square[0]},{square[1]}"
