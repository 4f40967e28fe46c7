"""The errors of texts, moves and tables. The native module raises them too."""


class ParseError(ValueError):
    """A text that could not be read: `line`, `column` (from 1) and `problem` say where and why."""

    def __init__(self, problem: str, line: int = 1, column: int = 1) -> None:
        super().__init__(problem, line, column)
        self.problem = problem
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.problem}"


class SetupError(ValueError):
    """Parts that make no position: the message says why, `kind` is a word for programs.

    `place` is the square or pit at fault, or None. The kinds that a game knows never change:
    `hopsow.setup_kinds(game)`.
    """

    def __init__(self, message: str, kind: str, place: int | tuple[int, int] | None = None) -> None:
        super().__init__(message, kind, place)
        self.kind = kind
        self.place = place

    def __str__(self) -> str:
        return str(self.args[0])


class IllegalMoveError(ValueError):
    """A move that the rules forbid: the message names the rule, `kind` is a word for programs.

    The kinds that a game knows never change: `hopsow.illegal_kinds(game)`.
    """

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message, kind)
        self.kind = kind

    def __str__(self) -> str:
        return str(self.args[0])


class AmbiguousMoveError(ValueError):
    """A text that fits several legal moves; the message names them."""


class TableError(OSError):
    """A table that cannot be read or written; the message names the file."""
