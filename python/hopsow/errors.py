"""The errors of texts, moves and tables. The native module raises them too."""

from __future__ import annotations

from hopsow.messages import Message


class MessageError(ValueError):
    """An error that a person is told about.

    `message` is what it says; as a text it is the English sentence. `why` is the message without
    the place in a text; `kind`, the last word of its kind, is for programs and never changes.
    """

    def __init__(self, message: Message, *more: object) -> None:
        super().__init__(message, *more)
        self.message = self.why = message
        self.kind = message.kind.rpartition(".")[2]

    def __str__(self) -> str:
        return str(self.message)


class ParseError(MessageError):
    """A text that could not be read: `line`, `column` (from 1) and `problem` say where and why."""

    def __init__(self, why: Message, line: int = 1, column: int = 1) -> None:
        super().__init__(why, line, column)
        self.message = Message("text.at", line=line, column=column, problem=why)
        self.line = line
        self.column = column

    @property
    def problem(self) -> str:
        """What is wrong there, in English."""
        return str(self.why)


class SetupError(MessageError):
    """Parts that make no position; `place` is the square or pit at fault, or None.

    The kinds that a game knows: `hopsow.setup_kinds(game)`.
    """

    def __init__(self, message: Message, place: int | tuple[int, int] | None = None) -> None:
        super().__init__(message, place)
        self.place = place


class IllegalMoveError(MessageError):
    """A move that the rules forbid.

    The kinds that a game knows: `hopsow.illegal_kinds(game)`. `kind` is given where the message
    says more than the rule.
    """

    def __init__(self, message: Message, kind: str | None = None) -> None:
        super().__init__(message, kind)
        self.kind = kind or self.kind


class AmbiguousMoveError(MessageError):
    """A text that fits several legal moves; the message names them."""


class TableError(OSError):
    """A table that cannot be read or written; the message names the file."""
