"""The Awari set-up file: stores, top row, bottom row, as the board is drawn.

    0 0                 stores of player 1 (South) and player 2 (North)
    4 4 4 4 4 4         pits 11, 10, 9, 8, 7, 6
    4 4 4 4 4 4         pits 0, 1, 2, 3, 4, 5

Player 1 starts, so that a position with North to move has no set-up file. Source: S5.11, S0.23.
"""

from __future__ import annotations

from hopsow.errors import MessageError, ParseError, SetupError
from hopsow.games import Position, set_up
from hopsow.messages import Message
from hopsow.texts import lines, unexpected

ROWS = ("awari.stores", "awari.top-row", "awari.bottom-row")  # kinds of messages
COUNTS = (2, 6, 6)
MAX_STONES = 255
MAX_DIGITS = 4  # more than any possible board needs

Number = tuple[int, int, int]  # stones, line, column


def parse(text: str | bytes, rules: str | None = None) -> Position:
    """Read a set-up file; South is to move."""
    rows = lines(text)
    stores, top, bottom = (_numbers(rows, index) for index in range(len(ROWS)))
    if len(rows) > len(ROWS):
        raise unexpected(rows[3] or "\n", Message("awari.three-lines"), 4, 1)
    ordered = bottom + top[::-1] + stores
    for number, line, column in ordered:
        if number > MAX_STONES:
            expected = Message("awari.stones", low=0, high=MAX_STONES)
            raise unexpected(str(number), expected, line, column)
    stones = [number for number, _, _ in ordered]
    try:
        return set_up("awari", stones=stones, to_move="south", rules=rules)
    except SetupError as error:
        index = error.place if isinstance(error.place, int) else len(ordered) - 1
        raise ParseError(error.message, *ordered[index][1:]) from None


def write(position: Position) -> str:
    """The set-up file of a position with South to move."""
    if position.to_move != "south":
        raise MessageError(Message("awari.north-to-move"))
    stones = position.stones
    rows = (stones[12:], stones[11:5:-1], stones[:6])
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def _numbers(rows: list[str], index: int) -> list[Number]:
    """The numbers of a row with their places."""
    line, expected = index + 1, Message(ROWS[index], count=COUNTS[index])
    row = rows[index] if index < len(rows) else ""
    numbers: list[Number] = []
    column = 1
    for word in row.replace("\t", " ").split(" "):
        if word:
            if len(numbers) == COUNTS[index]:
                raise unexpected(word, Message("awari.line-end", after=expected), line, column)
            numbers.append((_number(word, line, column), line, column))
        column += len(word) + 1
    if len(numbers) < COUNTS[index]:
        at_end = index + 1 >= len(rows)
        offending = "" if at_end else "\n"
        more = Message("awari.more-numbers", expected=expected, found=len(numbers))
        raise unexpected(offending, more, line, len(row) + 1)
    return numbers


def _number(word: str, line: int, column: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS):
        raise unexpected(word, Message("awari.number"), line, column)
    return int(word)
