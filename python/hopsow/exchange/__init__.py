"""Any text of a game in, any text of a game out.

Nobody should have to say what a text is. A text is recognised by its first line: the module of the
game's name knows what the first line of each kind looks like. Where several kinds are possible they
are tried in turn, and where none fits, the error is that of the kind that came furthest.
"""

from __future__ import annotations

from dataclasses import dataclass

from hopsow import draw
from hopsow.errors import ParseError
from hopsow.exchange import evidence
from hopsow.exchange.by_game import TEXTS
from hopsow.games import GAMES, facts, parse
from hopsow.messages import Message
from hopsow.records import Record
from hopsow.records.reading import MAX_GAMES, parse_all, parse_each
from hopsow.texts import by_line, decode, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    T = TypeVar("T")

POSITION, COURSE, RECORD, EVIDENCE = "position", "course", "record", "evidence"
FORMATS = (POSITION, COURSE, RECORD)
SVG, PNG, GIF = PICTURES = ("svg", "png", "gif")
RECORD_MARKS = "[{(;%*"  # a tag, a comment, a variation, or nothing but a result


@dataclass(frozen=True, slots=True)
class Found:
    """What a text holds: one game or more, a position being a record without moves."""

    game: str
    format: str
    records: tuple[Record, ...]

    @property
    def record(self) -> Record:
        """The first game."""
        return self.records[0]

    @property
    def kind(self) -> Message:
        """What the text is called: the format, or the name of the course's format."""
        name = f"{self.game}.course-format" if self.format == COURSE else f"format.{self.format}"
        return Message(name)


def recognise(text: str, game: str | None = None) -> list[tuple[str, str]]:
    """Games and formats that a text might be of, likeliest first."""
    first = text.lstrip().partition("\n")[0].strip()
    games = [game] if game else list(GAMES)
    if not first:
        raise ParseError(Message("text.ended", expected=Message("exchange.anything")))
    is_numbered = first[0].isdigit() and first.lstrip("0123456789").startswith(".")
    records = [(name, RECORD) for name in (games if game else _of_type(text))]
    if first[0] in RECORD_MARKS or is_numbered:
        return records
    likely = [(name, POSITION) for name in games if TEXTS[name].is_position(first)]
    likely += [(name, COURSE) for name in games if TEXTS[name].is_course(first)]
    if likely or game is None:
        return likely or records
    if TEXTS[game].POSITION_MARK in first:
        return [(game, POSITION)]
    return [(game, COURSE), (game, RECORD)]


def read(
    text: str | bytes, game: str | None = None, rules: str | None = None, most: int = MAX_GAMES
) -> Found:
    """What a text holds, as people paste it: a record may lack the result at its end.

    Lines of a course that follow from each other are one game. More than `most` are refused.
    """
    text = _plain(text)
    if evidence.is_evidence(text):
        record = evidence.read(text, game)
        return Found(record.game, EVIDENCE, (record,))
    return _first(
        text, game, lambda name, form: Found(name, form, _held(name, form, text, rules, most))
    )


def read_all(text: str | bytes, game: str | None = None, rules: str | None = None) -> list[Record]:
    """Every game that a text holds: records, one position a line, or a text of a course."""
    text = _plain(text)
    if evidence.is_evidence(text):
        return [evidence.read(text, game)]
    return _first(text, game, lambda name, form: list(_all(name, form, text, rules)))


def write(game: str, records: Iterable[Record], form: str) -> str:
    """The text of games in one of the formats."""
    if form == RECORD:
        return "\n".join(map(str, records))
    if form == POSITION:
        return "".join(f"{record.position}\n" for record in records)
    return TEXTS[game].write_course(list(records))


def convert(
    text: str | bytes, game: str, to: str, rules: str | None = None, form: str | None = None
) -> str:
    """A text of a game in another format; `form` is its own where it need not be recognised.

    A text of a course that stays one has what no record has: clock and last move.
    """
    text = _plain(text)

    def converted(game: str, form: str) -> str:
        if form == to == COURSE:
            return TEXTS[game].rewrite_course(text, rules)
        return write(game, _all(game, form, text, rules), to)

    if form is not None:
        return converted(game, form)
    if evidence.is_evidence(text):
        return write(game, [evidence.read(text, game)], to)
    return _first(text, game, converted)


def picture(record: Record, form: str) -> bytes:
    """The last position of a game as a picture in SVG or PNG, or all of it as a GIF."""
    if form == GIF:
        return draw.gif(record.positions, record.moves)
    last = record.moves[-1] if record.moves else None
    if form == PNG:
        return draw.png(record.position, last)
    return draw.svg(record.position, last).encode()


def file_name(game: str, form: str) -> str:
    """The name that suits a file of a format."""
    if form == RECORD:
        return f"game.{facts(game).record_suffix}"
    return "position.txt" if form == POSITION else facts(game).course_file


def _plain(text: str | bytes) -> str:
    return decode(text).replace("\r\n", "\n")


def _first(text: str, game: str | None, reader: Callable[[str, str], T]) -> T:
    """What the first kind that fits makes of a text."""
    errors = []
    for name, form in recognise(text, game):
        try:
            return reader(name, form)
        except ParseError as error:
            errors.append(error)
    furthest = max((error.line, error.column) for error in errors)
    there = [error for error in errors if (error.line, error.column) == furthest]
    if len(there) > 1:  # none of them says more than the others
        problem = Message("exchange.not-recognised", expected=Message("exchange.anything"))
        raise ParseError(problem, *furthest)
    raise there[0]


def _of_type(text: str) -> list[str]:
    """The games of the type that a record's tags name; all where they name none."""
    _, mark, rest = text.partition('[GameType "')
    if not mark:
        return list(GAMES)
    kind = rest.partition('"')[0].partition(",")[0]
    games: list[str] = [game for game in GAMES if facts(game).record_type == kind]
    if not games:
        types = {game: facts(game).record_type for game in GAMES}
        known = ", ".join(f"{kind} ({game})" for game, kind in types.items())
        raise ParseError(Message("exchange.game-type", found=quoted(kind), expected=known))
    return games


def _held(game: str, form: str, text: str, rules: str | None, most: int) -> tuple[Record, ...]:
    if form == POSITION:
        return (Record(game, rules, parse(game, text.strip(), rules)),)
    if form == COURSE:
        return (TEXTS[game].read_game(text, rules),)
    records = parse_all(Record, game, text, rules, must_end=False, most=most)
    if not records:
        raise ParseError(Message("record.not-one", count=0))
    return tuple(records)


def _all(game: str, form: str, text: str, rules: str | None) -> Iterable[Record]:
    if form == POSITION:
        return by_line(text, lambda line: Record(game, rules, parse(game, line, rules)))
    if form == COURSE:
        return TEXTS[game].read_course(text, rules)
    return parse_each(
        Record, game, text, rules
    )  # a text of many games takes much less room than they do
