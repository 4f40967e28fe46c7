"""Texts that a client brings and takes away."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

from hopsow import Position, Record, draw, exchange
from hopsow.arena.contest import checks, evidence
from hopsow.errors import MessageError, ParseError
from hopsow.games import facts, rule_sets, start
from hopsow.messages import Message, side
from hopsow.web import limits
from hopsow.web.board.messages import Draw, Found, Line, Said, Text, Write, said
from hopsow.web.board.notes import add, noted, opening
from hopsow.web.board.views import view
from hopsow.web.work import Job, StoppedError

PICTURE = "picture"


def read(text: str, game: str | None = None, rules: str | None = None, number: int = 1) -> Found:
    """One of the games that a text holds; the verdict of a referee's evidence is checked again."""
    if not text.strip():
        raise ParseError(Message("text.ended", expected=Message("exchange.anything")))
    source = exchange.read(text, game, rules, limits.MAX_GAMES)
    if source.format == exchange.EVIDENCE:
        try:
            checks.replay(evidence.loads(text))
        except ValueError as error:
            raise ParseError(Message("evidence.unreadable", problem=str(error))) from None
    if number > len(source.records):
        raise ParseError(Message("exchange.no-such-game", count=len(source.records), number=number))
    record = source.records[number - 1]
    comment, drawn = opening(record)
    return Found(
        kind=said(source.kind),
        line=_line(record),
        result=record.result,
        players=_players(record),
        comment=comment,
        drawn=drawn,
        notes=noted(record),
        games=[_title(each) for each in source.records],
        view=view(record),
    )


def record_of(question: Write, played: Record) -> Record:
    """A line, which was replayed, with all that is noted about it."""
    record = played.until(len(played.moves))
    names = zip(facts(record.game).player_tags, question.players, strict=False)
    record.tags = {tag: name for tag, name in names if name}
    record.result = question.result
    add(record, question.comment, question.drawn, question.notes)
    return record


def name_of_games(game: str) -> str:
    """The name of a file with many games."""
    return f"{game}-games.{facts(game).record_suffix}"


def write(question: Write, played: Record) -> Text:
    """A line, which was replayed, in one of the formats."""
    record = record_of(question, played)
    if question.format == PICTURE:
        last = record.moves[-1] if record.moves else None
        return Text(text=draw.svg(record.position, last), name="position.svg")
    text = exchange.write(record.game, [record], question.format)
    return Text(text=text, name=exchange.file_name(record.game, question.format))


def drawn(question: Draw, record: Record, job: Job) -> Text:
    """A line, which was replayed, as a picture or a film, in base64."""
    if len(record.moves) > limits.MAX_FILM_PLIES:
        raise MessageError(Message("server.long-film", most=limits.MAX_FILM_PLIES))

    def positions() -> Iterator[Position]:
        for position in record.positions:
            if job.is_stopped:
                raise StoppedError
            yield position

    if question.format == exchange.GIF:
        file = draw.gif(positions(), record.moves)
    else:
        file = exchange.picture(record, question.format)
    return Text(text=b64encode(file).decode(), name=f"{record.game}.{question.format}")


def _line(record: Record) -> Line:
    """A record's line; what is usual goes without saying."""
    usual = record.rules == rule_sets(record.game)[0]
    is_from_start = record.start == start(record.game, record.rules)
    return Line(
        game=record.game,
        rules=None if usual else record.rules,
        start=None if is_from_start else str(record.start),
        moves=[str(move) for move in record.moves],
    )


def _players(record: Record) -> tuple[str, str] | None:
    first, second = (record.tags.get(tag, "") for tag in facts(record.game).player_tags)
    return (first, second) if first or second else None


def _title(record: Record) -> Said:
    first, second = _players(record) or map(side, record.start.sides)
    players = Message("game.players", first=first, second=second)
    plies = Message(
        "game.one-ply" if len(record.moves) == 1 else "game.plies", count=len(record.moves)
    )
    event = " ".join(filter(None, (record.tags.get("Event"), record.tags.get("Date"))))
    about: dict[str, str | Message] = {"players": players, "result": record.result, "plies": plies}
    if event:
        return said(Message("game.title-at-event", event=event, **about))
    return said(Message("game.title", **about))
