"""From a client's line of moves to a record."""

from __future__ import annotations

from hopsow import ParseError, Record
from hopsow.errors import MessageError
from hopsow.messages import Message
from hopsow.web.board.messages import Line


class RefusedError(MessageError):
    """A move that cannot be played; the message says which rule it breaks."""


class LineError(MessageError):
    """A line that cannot be replayed; the message names the move or the place.

    `good` is the number of moves before it that can.
    """

    def __init__(self, message: Message, good: int = 0) -> None:
        super().__init__(message)
        self.good = good


def replay(line: Line, known: Record | None = None) -> Record:
    """The record of a line.

    `known`, a record of an earlier question, is taken back and played on where it fits, so that the
    next move of a long game costs no more than the first.
    """
    record = known if known is not None and _begins_alike(known, line) else _set_up(line)
    shared = 0
    for played, text in zip(record.moves, line.moves, strict=False):
        if str(played) != text:
            break
        shared += 1
    while len(record.moves) > shared:
        record.undo()
    for text in line.moves[shared:]:
        try:
            play(record, text)
        except RefusedError as error:
            good = len(record.moves)
            problem = Message("line.move", number=good + 1, move=text, problem=error.message)
            raise LineError(problem, good) from None
    return record


def play(record: Record, text: str) -> None:
    """Play a move given as text."""
    try:
        record.play(text.strip())
    except MessageError as error:
        raise RefusedError(error.why) from None


def _begins_alike(record: Record, line: Line) -> bool:
    if record.game != line.game or (line.rules or record.rules) != record.rules:
        return False
    return (line.start or str(Record(line.game, line.rules).start)) == str(record.start)


def _set_up(line: Line) -> Record:
    try:
        return Record(line.game, line.rules, line.start)
    except ParseError as error:
        raise LineError(error.message) from None
