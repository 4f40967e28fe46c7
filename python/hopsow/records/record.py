"""A game as it was played, and its text.

A record's text is a list of tags, then the moves: PDN for checkers, OGN for Awari, the same shape
for Halma (docs/records.md). `1-0` is a win of the first side: black, red or South.
"""

from __future__ import annotations

from hopsow.errors import ParseError
from hopsow.games import facts, start
from hopsow.messages import Message
from hopsow.records.played import STATED, PlayedGame
from hopsow.records.scanner import is_name_character
from hopsow.records.writing import MoveNumbers, words
from hopsow.texts import decode, quoted

WIDTH = 79


class Record(PlayedGame):
    """A position and the moves played from it.

    `notes` has comments, symbols and variations by move, `tags` everything else worth noting.
    """

    def _repr_svg_(self) -> str:
        """The present position, with the last move marked, for a notebook."""
        from hopsow.draw import svg

        return svg(self.position, self._moves[-1] if self._moves else None)

    def __str__(self) -> str:
        """The record's text: tags, an empty line, the moves and the result."""
        tags = "".join(f'[{name} "{_escaped(name, value)}"]\n' for name, value in self._all_tags())
        return tags + "\n" + _wrapped(self._words())

    @classmethod
    def parse(cls, game: str, text: str | bytes, rules: str | None = None) -> Record:
        """Read the text of one game; `rules` hold where no tag names others."""
        from hopsow.records.reading import parse_all

        records = parse_all(cls, game, text, rules)
        if len(records) != 1:
            raise ParseError(Message("record.not-one", count=len(records)))
        return records[0]

    def _all_tags(self) -> list[tuple[str, str]]:
        for name in self.tags:
            if name in STATED:
                raise ValueError(f"the tag {name} is written from the record itself")
        stated = [("GameType", facts(self.game).record_type), ("Rules", self.rules)]
        if self.start != start(self.game, self.rules):
            stated += [("SetUp", "1"), ("FEN", str(self.start))]
        return [*self.tags.items(), *stated, ("Result", self.result)]

    def _words(self) -> list[str]:
        numbers = MoveNumbers(self.start)
        return [*words(self.start, self._moves, self.notes, numbers), self.result]


def _escaped(name: str, value: str) -> str:
    if not name or not all(map(is_name_character, name)):
        raise ValueError(f"{quoted(name)} cannot name a tag: expected letters, digits and _")
    if "\n" in value or "\r" in value:
        raise ValueError(f"the value of the tag {name} has more than one line")
    return decode(value).replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(words: list[str]) -> str:
    rows = [words[0]]
    is_open = " " not in words[0]
    for word in words[1:]:
        if is_open and len(rows[-1]) + 1 + len(word) <= WIDTH:
            rows[-1] += " " + word
        else:
            rows.append(word)
        is_open = " " not in word
    return "\n".join(rows) + "\n"
