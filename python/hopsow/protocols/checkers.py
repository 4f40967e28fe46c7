"""The checkers pipe: one line is the whole state, `BOARD LASTMOVE NEXT COUNTER`.

    rrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 w 49

The line always speaks of the rule set `dd2380`. LASTMOVE never changes what the position is. It
numbers the cells 0..31, or 1..32 in an older dialect; the numbering that fits the board is taken,
and 0..31 where both or neither do. An answer to a known position is read with `parse_answer`,
which leaves no doubt: only one numbering leads from that position to the board.
Source: S4.12, S0.16.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import pairwise

from hopsow.errors import AmbiguousMoveError, IllegalMoveError, MessageError, ParseError, SetupError
from hopsow.games import Move, Outcome, Position, set_up, start
from hopsow.messages import Message
from hopsow.texts import lines, quoted, unexpected

RULES = "dd2380"
PLIES = 50  # what COUNTER counts down from
CELLS = 32
MAX_JUMPS = 12  # as many as there are men to capture
MARKERS = {"begin": "-1", "red wins": "-2", "white wins": "-3", "draw": "-4", "null": "-5"}
ENDS = ("red wins", "white wins", "draw")

Path = tuple[int, ...]


class PipeState(namedtuple("PipeState", "position last base", defaults=(0,))):
    """A line of the pipe.

    `last` is the text of the move that led here, or begin, red wins, white wins, draw or null;
    `base` is the number that LASTMOVE gives the first cell.
    """

    __slots__ = ()
    position: Position
    last: str
    base: int

    @property
    def is_end(self) -> bool:
        """Whether the line ends the game, and with it the processes."""
        return self.last in ENDS


class Played(namedtuple("Played", "move position base")):
    """An answer that is a move: `position` is where the move leads, `base` as in `PipeState`."""

    __slots__ = ()
    move: Move
    position: Position
    base: int


def asking(position: Position, last: str | None) -> PipeState:
    """Return the line that asks about a position; `begin` asks about the start of a game only."""
    begins = position == start("checkers", RULES)
    return PipeState(position, last or ("begin" if begins else "null"))


def parse(text: str | bytes) -> PipeState:
    """Read a line."""
    return _parse(text)[0]


def _parse(text: str | bytes) -> tuple[PipeState, Path]:
    """A line, and the numbers of its last move, of which markers have none."""
    rows = lines(text)
    if len(rows) > 1:
        raise unexpected(rows[1] or "\n", Message("checkers.one-line"), 2, 1)
    words, columns = _words(rows[0])
    board, last_move, to_move, counter = words
    _check_board(board)
    if to_move not in ("r", "w"):
        raise unexpected(to_move, Message("checkers.side-to-move"), 1, columns[2])
    plies = PLIES - _number(counter, 0, PLIES, "checkers.counter", columns[3])
    position = _position(board, to_move, plies)
    for name, marker in MARKERS.items():
        if last_move == marker:
            return PipeState(position, name), ()
    numbers = _numbers(last_move, columns[1])
    base = _base(numbers, board, "w" if to_move == "r" else "r", columns[1])
    return PipeState(position, _move_text(numbers, base), base), numbers


def parse_answer(text: str | bytes, before: Position) -> Move | Outcome:
    """Read an agent's answer to a position: the move it played, or the outcome it announced.

    An answer that is not the move's line, or not the line of the end, is refused.
    """
    answer = parse_played(text, before)
    return answer.move if isinstance(answer, Played) else answer


def parse_played(text: str | bytes, before: Position) -> Played | Outcome:
    """The same, for callers that go on from where the move leads."""
    state, numbers = _parse(text)
    if not numbers:
        return _announced(state, before)
    errors: list[ValueError] = []
    for base in (0, 1):
        try:
            move = before.move(_move_text(numbers, base))
            position = before.play(move)
            if position == state.position:
                return Played(move, position, base)
            errors.append(_other_line(text, move, position, base))
        except (IllegalMoveError, AmbiguousMoveError, ParseError) as error:
            errors.append(error)
    raise errors[state.base]


def _other_line(text: str | bytes, move: Move, position: Position, base: int) -> ParseError:
    """What is wrong with a line that names a move and is not the one after it."""
    expected = write(PipeState(position, str(move), base)).rstrip("\n")
    (board, _, *others), columns = _words(lines(text)[0])
    right, _, *rights = expected.split()
    at = next((at for at in range(CELLS) if board[at] != right[at]), None)
    found: str | Message = Message("checkers.other-board")
    column = columns[0] + (at or 0)
    if at is None:
        wrong = zip(("NEXT", "COUNTER"), others, rights, columns[2:], strict=True)
        found, column = next((f"{name} {a}", at) for name, a, b, at in wrong if a != b)
    problem = Message("checkers.other-line", move=str(move), found=found, expected=expected)
    return ParseError(problem, 1, column)


def write(state: PipeState) -> str:
    """The line of a state, with its line end."""
    position = state.position
    if position.rules != RULES:
        raise MessageError(Message("checkers.pipe-rules", rules=RULES, found=position.rules))
    last = MARKERS.get(state.last) or _last_move(state.last, state.base)
    return f"{position.cells} {last} {position.to_move[0]} {PLIES - position.counter}\n"


def after(before: Position, move: Move) -> PipeState:
    """The state that answers a position with a move."""
    return PipeState(before.play(move), str(move))


def end(before: Position) -> PipeState:
    """The state that answers a position in which the game is over."""
    outcome = before.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    parts = before.setup
    other = "white" if before.to_move == "red" else "red"
    flipped = set_up(
        "checkers",
        cells=parts.cells,
        to_move=other,
        counter=parts.counter,
        rules=parts.rules,
    )
    last = "draw" if outcome.winner is None else f"{outcome.winner} wins"
    return PipeState(flipped, last)


def _announced(state: PipeState, before: Position) -> Outcome:
    outcome = before.outcome
    if not state.is_end or outcome is None:
        raise IllegalMoveError(Message("checkers.game-goes-on", found=quoted(state.last)))
    expected = end(before)
    if state != expected:
        line = write(expected).rstrip("\n")
        raise ParseError(Message("checkers.other-end", expected=line))
    return outcome


def _words(row: str) -> tuple[list[str], list[int]]:
    words = row.split(" ", 4)
    if len(words) != 4 or "" in words:
        expected = Message("checkers.words")
        raise unexpected(row, expected, 1, 1)
    columns = [1 + len(" ".join(words[:index])) + (index > 0) for index in range(4)]
    return words, columns


def _check_board(board: str) -> None:
    rest = board.lstrip(".rwRW")
    if rest:
        raise unexpected(rest[0], Message("checkers.cell-letter"), 1, len(board) - len(rest) + 1)
    if len(board) != CELLS:
        column = min(len(board), CELLS) + 1
        raise ParseError(Message("checkers.cells", found=len(board), expected=CELLS), 1, column)


def _position(board: str, to_move: str, plies: int) -> Position:
    side = "red" if to_move == "r" else "white"
    try:
        return set_up("checkers", cells=board, to_move=side, counter=plies, rules=RULES)
    except SetupError as error:
        raise ParseError(error.message) from None


def _numbers(word: str, column: int) -> Path:
    """The cells of LASTMOVE as numbered there."""
    count, *cells = word.split("_", MAX_JUMPS + 2)
    if not cells:
        raise unexpected(word, Message("checkers.last-move"), 1, column)
    jumps = _number(count, 0, MAX_JUMPS, "checkers.jumps", column)
    begin, column = column, column + len(count) + 1
    numbers: list[int] = []
    for cell in cells:
        if len(numbers) > max(jumps, 1):
            expected = Message("checkers.only-cells-after", count=max(jumps, 1) + 1, jumps=count)
            raise unexpected(cell or "_", expected, 1, column)
        numbers.append(_number(cell, 0, CELLS, "checkers.cell", column))
        column += len(cell) + 1
    if len(numbers) <= max(jumps, 1):
        expected = Message("checkers.cells-after", count=max(jumps, 1) + 1, jumps=count)
        raise unexpected(word, expected, 1, begin)
    return (jumps, *numbers)


def _number(word: str, low: int, high: int, kind: str, column: int) -> int:
    plain = word.isascii() and word.isdigit() and len(word) <= 2 and str(int(word)) == word
    if not plain or not low <= int(word) <= high:
        raise unexpected(word or " ", Message(kind, low=low, high=high), 1, column)
    return int(word)


def _base(numbers: Path, board: str, mover: str, column: int) -> int:
    cells = numbers[1:]
    if 0 in cells and CELLS in cells:
        raise ParseError(Message("checkers.both-numberings"), 1, column)
    if 0 in cells or CELLS in cells:
        return int(CELLS in cells)
    return int(not _fits(numbers, 0, board, mover) and _fits(numbers, 1, board, mover))


def _fits(numbers: Path, base: int, board: str, mover: str) -> bool:
    """Whether the board looks like the one after this move of `mover`."""
    jumps, *named = numbers
    cells = [number - base for number in named]
    if board[cells[-1]].lower() != mover or (board[cells[0]] != "." and cells[0] != cells[-1]):
        return False
    return all(_is_leg(start, end, jumps, board) for start, end in pairwise(cells))


def _is_leg(start: int, end: int, jumps: int, board: str) -> bool:
    distance = 2 if jumps else 1
    (x0, y0), (x1, y1) = _square(start), _square(end)
    if abs(x1 - x0) != distance or abs(y1 - y0) != distance:
        return False
    return not jumps or board[(y0 + y1) // 2 * 4 + (x0 + x1) // 4] == "."


def _square(cell: int) -> tuple[int, int]:
    """Column and row of a cell: the dark squares of even rows begin in column 1."""
    row, place = divmod(cell, 4)
    return 2 * place + 1 - row % 2, row


def _move_text(numbers: Path, base: int) -> str:
    separator = "x" if numbers[0] else "-"
    return separator.join(str(number - base + 1) for number in numbers[1:])


def _last_move(text: str, base: int) -> str:
    squares = text.replace("x", "-").split("-")
    jumps = len(squares) - 1 if "x" in text else 0
    return "_".join(map(str, [jumps, *(int(square) - 1 + base for square in squares)]))
