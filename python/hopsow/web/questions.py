"""Every question a client may ask, one row each: the message, the answer, and how it is answered.

Whatever else has to do with questions reads this table: the WebSocket, the requests of `/api/`, and
the description that the types of the page's scripts are made from.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel

from hopsow.analysis.lessons import LESSONS
from hopsow.web.answers import Answers, Asker
from hopsow.web.board import messages
from hopsow.web.friends import meetings
from hopsow.web.shelf import explorer, library, puzzles

Q = TypeVar("Q", bound=messages.Message)
A = TypeVar("A", bound=BaseModel)
CANCEL = "cancel"  # the one message without an answer


class Pace(Enum):
    """How long an answer takes, and what may happen meanwhile."""

    SOON = auto()  # at once and in order
    ASIDE = auto()  # in order, on a thread of its own
    LONG = auto()  # beside others, perhaps in parts
    ALONE = auto()  # the same, but a client has one at a time: it may take hours


class Row(NamedTuple):
    """A question by its name."""

    message: type[messages.Message]
    answer: type[BaseModel]
    respond: Callable[[Answers, Any, Asker], Any]
    pace: Pace
    part: type[BaseModel] | None  # what may be told before the answer
    is_posted: bool  # whether it is a request of /api/, too

    @property
    def is_long(self) -> bool:
        """Whether it is answered beside others."""
        return self.pace in (Pace.LONG, Pace.ALONE)

    async def answered(
        self, answers: Answers, question: messages.Message, asker: Asker
    ) -> BaseModel:
        """The answer, given aside if others would have to wait for it."""
        if self.is_long:
            answer: BaseModel = await self.respond(answers, question, asker)
            return answer
        if self.pace is Pace.ASIDE or question.is_slow:
            return await answers.workers.aside(lambda: self.respond(answers, question, asker))
        soon: BaseModel = self.respond(answers, question, asker)
        return soon


def _row(
    message: type[Q],
    answer: type[A],
    respond: Callable[[Answers, Q, Asker], A | Awaitable[A]],
    pace: Pace = Pace.SOON,
    part: type[BaseModel] | None = None,
    is_posted: bool = False,
) -> Row:
    return Row(message, answer, respond, pace, part, is_posted)


QUESTIONS = {
    "view": _row(messages.Look, messages.View, Answers.look, is_posted=True),
    "play": _row(messages.Play, messages.View, Answers.play, is_posted=True),
    "why": _row(messages.Why, messages.Reason, Answers.why, is_posted=True),
    "answer": _row(messages.Answer, messages.Played, Answers.answer, Pace.LONG, is_posted=True),
    "offer": _row(messages.Offer, messages.Agreement, Answers.offer, Pace.LONG),
    "analyse": _row(
        messages.Analyse,
        messages.Report,
        Answers.analyse,
        Pace.ALONE,
        part=messages.Report,
        is_posted=True,
    ),
    "values": _row(messages.Values, messages.Certain, Answers.values, Pace.LONG, is_posted=True),
    "review": _row(
        messages.Review, messages.Reviewed, Answers.review, Pace.ALONE, part=messages.Evaluation
    ),
    "judge": _row(messages.Judge, messages.Judgement, Answers.judge, Pace.LONG, is_posted=True),
    "read": _row(messages.Read, messages.Found, Answers.read, is_posted=True),
    "write": _row(messages.Write, messages.Text, Answers.write, is_posted=True),
    "draw": _row(messages.Draw, messages.Text, Answers.draw, Pace.LONG),
    "set-up": _row(messages.SetUp, messages.View, Answers.set_up, is_posted=True),
    "facts": _row(messages.Facts, messages.Known, Answers.facts),
    "lessons": _row(
        messages.Learn,
        messages.Lessons,
        lambda *_: messages.Lessons.model_validate({"lessons": LESSONS}),
    ),
    "puzzles": _row(
        puzzles.Ask, puzzles.Puzzles, lambda _, question, __: puzzles.listed(question.game)
    ),
    "meet": _row(
        meetings.Meet,
        meetings.Seat,
        lambda answers, question, asker: answers.friends.meet(question, asker.client),
    ),
    "attend": _row(
        meetings.Attend,
        meetings.Attended,
        lambda answers, question, asker: answers.friends.attend(question, asker.tell),
        Pace.ALONE,
        part=meetings.Attended,
    ),
    "act": _row(
        meetings.Act,
        meetings.Acted,
        lambda answers, question, _: answers.friends.act(question),
    ),
    "explore": _row(explorer.Explore, explorer.Explored, Answers.explore, Pace.ASIDE),
    "keep": _row(
        library.Keep,
        library.Done,
        lambda answers, question, asker: answers.librarian.keep(
            question, asker.replayed(question.line)
        ),
        Pace.ASIDE,
    ),
    "library": _row(
        library.Find,
        library.Shelf,
        lambda answers, question, _: answers.librarian.find(question),
        Pace.ASIDE,
    ),
    "open": _row(
        library.Open,
        library.Page,
        lambda answers, question, _: answers.librarian.open(question),
        Pace.ASIDE,
    ),
    "change": _row(
        library.Change,
        library.Done,
        lambda answers, question, _: answers.librarian.change(question),
        Pace.ASIDE,
    ),
    "export": _row(
        library.Export,
        messages.Text,
        lambda answers, question, _: answers.librarian.export(question),
        Pace.ASIDE,
    ),
    "practice": _row(
        library.KnowPractice,
        library.Practice,
        lambda answers, question, _: answers.librarian.practice(question),
        Pace.ASIDE,
    ),
    "keep-practice": _row(
        library.KeepPractice,
        library.Done,
        lambda answers, question, _: answers.librarian.keep_practice(question),
        Pace.ASIDE,
    ),
    "ping": _row(messages.Ping, messages.Pong, lambda *_: messages.Pong()),
}
MESSAGES = {ask: row.message for ask, row in QUESTIONS.items()} | {CANCEL: messages.Cancel}
