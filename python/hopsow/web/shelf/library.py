"""Questions about the library, and their answers."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from hopsow import Position, Record
from hopsow.errors import MessageError
from hopsow.library import Library
from hopsow.library.played import Played
from hopsow.messages import Message as Told
from hopsow.web import limits
from hopsow.web.board import messages, texts
from hopsow.web.board.line import replay
from hopsow.web.board.messages import Line, Message

MOST_GAMES = 1_000_000_000
Name = Annotated[str, Field(pattern="^[0-9a-z]{8,40}$")]
Title = Annotated[str, Field(max_length=200)]
RESULT = Literal["1-0", "0-1", "1/2-1/2", "*"]


class Keep(messages.Write):
    """Keep this game as it is now."""

    format: Literal["record"] = "record"
    name: Name
    title: Title = Field(default="", description="a new one; else it stays as it is")
    page: Annotated[str, Field(max_length=limits.MAX_TEXT)] = Field(
        description="whatever the page needs to show it again"
    )


class Find(Message):
    """Which games are kept?"""

    game: messages.GameName | None = None
    words: Annotated[str, Field(max_length=200)] = Field(
        default="", description="of the title or the players' names"
    )
    result: RESULT | None = None
    since: float | None = Field(default=None, description="seconds since 1970")
    until: float | None = None
    position: Line | None = Field(default=None, description="whose end the game passed through")
    limit: int = Field(default=50, ge=1, le=200)
    offset: int = Field(default=0, ge=0, le=MOST_GAMES)


class Open(Message):
    """What does this game look like?"""

    name: Name


class Change(Open):
    """Rename this game, delete it or take that back."""

    title: Title | None = None
    deleted: bool | None = None


class Export(Message):
    """All games as one text."""

    game: messages.GameName


class KnowPractice(Message):
    """What was practised of this game?"""

    game: messages.GameName


class KeepPractice(KnowPractice):
    """Keep what was practised of this game."""

    page: Annotated[str, Field(max_length=limits.MAX_TEXT)] = Field(
        description="whatever the page needs to go on"
    )


class Entry(BaseModel):
    """A game that is kept."""

    id: str
    game: messages.GameName
    title: str
    first: str
    second: str
    result: str
    plies: int
    began: float
    changed: float


class Shelf(BaseModel):
    """Games that are kept, the latest first."""

    games: list[Entry]
    count: int = Field(description="of all that fit")


class Page(BaseModel):
    """A game as the page that kept it gave it."""

    page: str


class Practice(BaseModel):
    """What was practised, as the page that kept it gave it."""

    page: str | None = Field(description="none if there was no practice yet")


class Done(BaseModel):
    """It is done."""

    done_at: float


class Librarian:
    """Answers questions about the library; there is none for those who are not on this machine."""

    def __init__(self, path: Path | None) -> None:
        self._library = None if path is None else Library(path)
        self._is_purged = False

    def keep(self, question: Keep, played: Record) -> Done:
        """Keep a game, whose line was replayed."""
        now = time.time()
        self._opened().keep(
            question.name,
            texts.record_of(question, played),
            question.page,
            players=(*question.players, "", "")[:2],
            title=question.title,
            now=now,
        )
        return Done(done_at=now)

    def find(self, question: Find) -> Shelf:
        """The games that fit."""
        library = self._opened()
        wanted = question.model_dump(exclude={"position"})
        line = question.position
        end = None if line is None else replay(line).position
        games, count = library.find(**wanted, position=end)
        return Shelf(games=[Entry.model_validate(asdict(each)) for each in games], count=count)

    def open(self, question: Open) -> Page:
        """A game as it was kept."""
        return Page(page=self._opened().page(question.name))

    def change(self, question: Change) -> Done:
        """Rename a game, delete it or take that back."""
        library, now = self._opened(), time.time()
        if question.title is not None:
            library.rename(question.name, question.title)
        if question.deleted is not None:
            if question.deleted:
                library.delete(question.name, now)
            else:
                library.restore(question.name)
        return Done(done_at=now)

    def export(self, question: Export) -> messages.Text:
        """All games of a kind."""
        text = "\n".join(self._opened().records(question.game))
        return messages.Text(text=text, name=texts.name_of_games(question.game))

    def practice(self, question: KnowPractice) -> Practice:
        """What was practised."""
        return Practice(page=self._opened().practice(question.game))

    def keep_practice(self, question: KeepPractice) -> Done:
        """Keep what was practised."""
        self._opened().keep_practice(question.game, question.page)
        return Done(done_at=time.time())

    def played(self, position: Position) -> list[Played]:
        """What was played in a position in the games that are kept."""
        return [] if self._library is None else self._library.played(position)

    def _opened(self) -> Library:
        if self._library is None:
            raise MessageError(Told("library.none-here"))
        if not self._is_purged:
            self._library.purge(time.time())
            self._is_purged = True
        return self._library
