"""Reading texts in Python: what the core's `text` module is for position texts.

Lines and columns count from 1, and errors are worded as in the core. Only a line feed ends a line;
a carriage return before it belongs to the line end.
"""

from __future__ import annotations

from hopsow.errors import ParseError
from hopsow.messages import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    T = TypeVar("T")

MAX_QUOTED = 24
BOM = b"\xef\xbb\xbf"


def decode(text: str | bytes) -> str:
    """The characters of a text without a byte order mark, which some editors write; bytes that are
    not UTF-8 are refused with their place."""
    # A string may hold surrogates, which no file can: they take the same way as bad bytes.
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    data = data.removeprefix(BOM)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        problem = Message("text.not-utf-8", byte=f"{data[error.start]:#04x}")
        raise ParseError(problem, *place(before, len(before))) from None


def lines(text: str | bytes) -> list[str]:
    """The lines of a text, without line ends, blanks at the end of lines and empty lines at the
    end of the text: programs differ there, and nothing depends on it."""
    return list(_lines(text))


def _lines(text: str | bytes) -> Iterator[str]:
    """The same one by one: a text of short lines takes much less room than they do."""
    rest = decode(text).rstrip(" \t\r\n")
    at, end = 0, 0
    while end >= 0:
        end = rest.find("\n", at)
        yield rest[at : end if end >= 0 else len(rest)].rstrip(" \t\r")
        at = end + 1


def by_line(text: str, read: Callable[[str], T]) -> list[T]:
    """What each line of a text means; an error says which line it is about."""
    meanings = []
    for number, line in enumerate(_lines(text), 1):
        try:
            meanings.append(read(line))
        except ParseError as error:
            raise ParseError(error.why, number, error.column) from None
    return meanings


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column of the character `at` of a text."""
    before = text[:at]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def unexpected(found: str, expected: str | Message, line: int, column: int) -> ParseError:
    """The error of a text that is not as `expected`; nothing found means the end of the text."""
    if not found:
        return ParseError(Message("text.ended", expected=expected), line, column)
    return ParseError(
        Message("text.unexpected", found=quoted(found), expected=expected), line, column
    )


def quoted(text: str, most: int = MAX_QUOTED) -> str:
    """A text between quotation marks, shortened and with unprintable characters escaped."""
    return '"' + "".join(_visible(character) for character in text[:most]) + '"'


def _visible(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode()
