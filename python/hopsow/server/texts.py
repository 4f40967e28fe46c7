"""Texts that a client brings and takes away."""

from __future__ import annotations

from hopsow import Record, exchange
from hopsow.arena.contest import evidence
from hopsow.errors import ParseError
from hopsow.server.messages import Found, Line, Text
from hopsow.server.views import view


def read(text: str, game: str | None = None, rules: str | None = None) -> Found:
    """The game that a text holds; the verdict of a referee's evidence is checked again."""
    if not text.strip():
        raise ParseError("the text is empty, expected a position, a course file or a record")
    source = exchange.read(text, game, rules)
    if source.format == exchange.EVIDENCE:
        try:
            evidence.loads(text).replay()
        except ValueError as error:
            raise ParseError(str(error)) from None
    record = source.record
    line = Line.model_validate(
        {
            "game": record.game,
            "rules": record.rules,
            "start": str(record.start),
            "moves": [str(move) for move in record.moves],
        }
    )
    return Found(
        kind=source.kind, line=line, result=record.result, tags=record.tags, view=view(record)
    )


def write(record: Record, form: str) -> Text:
    """A record's text in one of the formats."""
    text = exchange.write(record.game, [record], form)
    return Text(text=text, name=exchange.file_name(record.game, form))
