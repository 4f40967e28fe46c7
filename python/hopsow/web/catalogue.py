"""Every question by its name, with its answer and the parts that may come before it."""

from __future__ import annotations

from pydantic import BaseModel

from hopsow.web.board import messages
from hopsow.web.friends import meetings
from hopsow.web.shelf import explorer, library, puzzles

QUESTIONS: dict[str, type[messages.Message]] = {
    "view": messages.Look,
    "play": messages.Play,
    "why": messages.Why,
    "answer": messages.Answer,
    "offer": messages.Offer,
    "analyse": messages.Analyse,
    "values": messages.Values,
    "review": messages.Review,
    "judge": messages.Judge,
    "read": messages.Read,
    "write": messages.Write,
    "draw": messages.Draw,
    "set-up": messages.SetUp,
    "facts": messages.Facts,
    "lessons": messages.Learn,
    "puzzles": puzzles.Ask,
    "meet": meetings.Meet,
    "attend": meetings.Attend,
    "act": meetings.Act,
    "explore": explorer.Explore,
    "keep": library.Keep,
    "library": library.Find,
    "open": library.Open,
    "change": library.Change,
    "export": library.Export,
    "practice": library.KnowPractice,
    "keep-practice": library.KeepPractice,
    "ping": messages.Ping,
    "cancel": messages.Cancel,
}
ANSWERS: dict[str, type[BaseModel]] = {
    "view": messages.View,
    "play": messages.View,
    "why": messages.Reason,
    "answer": messages.Played,
    "offer": messages.Agreement,
    "analyse": messages.Report,
    "values": messages.Certain,
    "review": messages.Reviewed,
    "judge": messages.Judgement,
    "read": messages.Found,
    "write": messages.Text,
    "draw": messages.Text,
    "set-up": messages.View,
    "facts": messages.Known,
    "lessons": messages.Lessons,
    "puzzles": puzzles.Puzzles,
    "meet": meetings.Seat,
    "attend": meetings.Attended,
    "act": meetings.Acted,
    "explore": explorer.Explored,
    "keep": library.Done,
    "library": library.Shelf,
    "open": library.Page,
    "change": library.Done,
    "export": messages.Text,
    "practice": library.Practice,
    "keep-practice": library.Done,
    "ping": messages.Pong,
}
PARTS: dict[str, type[BaseModel]] = {
    "analyse": messages.Report,
    "review": messages.Evaluation,
    "attend": meetings.Attended,
}
