"""From a client's line of moves to a record."""

from __future__ import annotations

from hopsow import AmbiguousMoveError, IllegalMoveError, ParseError, Record
from hopsow.web.board.messages import Line


class RefusedError(ValueError):
    """A move that cannot be played; the message says which rule it breaks."""


class LineError(ValueError):
    """A line that cannot be replayed; the message names the move or the place.

    `good` is the number of moves before it that can.
    """

    def __init__(self, problem: str, good: int = 0) -> None:
        super().__init__(problem)
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
            raise LineError(f"move {good + 1}, {text}: {error}", good) from None
    return record


def play(record: Record, text: str) -> None:
    """Play a move given as text."""
    try:
        record.play(text.strip())
    except ParseError as error:
        raise RefusedError(error.problem) from None
    except (IllegalMoveError, AmbiguousMoveError) as error:
        raise RefusedError(str(error)) from None


def _begins_alike(record: Record, line: Line) -> bool:
    if record.game != line.game or (line.rules or record.rules) != record.rules:
        return False
    return (line.start or str(Record(line.game, line.rules).start)) == str(record.start)


def _set_up(line: Line) -> Record:
    try:
        return Record(line.game, line.rules, line.start)
    except ParseError as error:
        raise LineError(str(error)) from None
