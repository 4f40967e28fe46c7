"""The words, tags and comments of a record's text."""

from __future__ import annotations

import re

from hopsow.errors import ParseError
from hopsow.messages import Message
from hopsow.texts import place, unexpected

BLANKS = " \t\r\n"
WORD_ENDS = BLANKS + "{}()[];"
PLAIN_WORD = re.compile(r"[ \t\r\n]*([^ \t\r\n{}()\[\];%][^ \t\r\n{}()\[\];]*)")


class Scanner:
    """A place in a text, and what can be read there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def peek(self) -> str:
        """Skip what does not count and return the next character; empty at the end."""
        while True:
            self.skip_blanks()
            character = self.text[self.at : self.at + 1]
            if character != "%" or not self._is_line_start():
                return character
            self._skip_line()

    def plain_word(self) -> str:
        """Read the next word if nothing but blanks comes before it; empty if something does.

        So are most words of a long record, and this is several times as fast as a closer look.
        """
        word = PLAIN_WORD.match(self.text, self.at)
        if word is None:
            return ""
        self.at = word.end()
        return word[1]

    def comment(self) -> str:
        """The comment that begins here, without what encloses it."""
        begin = self.at + 1
        if self.text[self.at] == ";":
            self._skip_line()
            return self.text[begin : self.at]
        end = self.text.find("}", begin)
        if end < 0:
            raise self.error(self.at, Message("record.open-comment"))
        self.at = end + 1
        return self.text[begin:end]

    def word(self) -> str:
        """The characters up to a blank or a bracket: at least one."""
        text, begin = self.text, self.at
        at, end = begin + 1, len(text)
        while at < end and text[at] not in WORD_ENDS:
            at += 1
        self.at = at
        return text[begin:at]

    def tag(self) -> tuple[str, str, int]:
        """The tag that begins here: its name, its value and where the value begins."""
        self._expect("[", Message("record.tag"))
        begin = self.at
        while self.at < len(self.text) and is_name_character(self.text[self.at]):
            self.at += 1
        name = self.text[begin : self.at]
        if not name:
            raise self.unexpected(begin, Message("record.tag-name"))
        self.skip_blanks()
        self._expect('"', Message("record.value"))
        begin = self.at
        value = self._value()
        self.skip_blanks()
        self._expect("]", '"]"')
        return name, value, begin

    def skip_blanks(self) -> None:
        text, at, end = self.text, self.at, len(self.text)
        while at < end and text[at] in BLANKS:
            at += 1
        self.at = at

    def error(self, at: int, problem: Message) -> ParseError:
        """The error that something is wrong there."""
        return ParseError(problem, *place(self.text, at))

    def unexpected(self, at: int, expected: str | Message, found: str | None = None) -> ParseError:
        """The error that something other than `expected` is there."""
        found = self.text[at : at + 1] if found is None else found
        return unexpected(found, expected, *place(self.text, at))

    def _value(self) -> str:
        begin = self.at - 1
        value: list[str] = []
        while (character := self.text[self.at : self.at + 1]) != '"':
            if character in ("", "\n", "\r"):
                raise self.error(begin, Message("record.open-value"))
            if character == "\\" and self.text[self.at + 1 : self.at + 2] in ('"', "\\"):
                self.at += 1
            value.append(self.text[self.at])
            self.at += 1
        self.at += 1
        return "".join(value)

    def _expect(self, character: str, expected: str | Message) -> None:
        if self.text[self.at : self.at + 1] != character:
            raise self.unexpected(self.at, expected)
        self.at += 1

    def _skip_line(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def _is_line_start(self) -> bool:
        return self.at == 0 or self.text[self.at - 1] == "\n"


def is_name_character(character: str) -> bool:
    """Whether the name of a tag may contain it."""
    return character.isascii() and (character.isalnum() or character == "_")
