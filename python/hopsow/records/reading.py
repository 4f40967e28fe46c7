"""From the text of records to records.

Reading is strict: every move must be legal where it stands, move numbers must count, and a result
must not contradict what the rules say about the final position.
"""

from __future__ import annotations

from hopsow.errors import AmbiguousMoveError, IllegalMoveError, ParseError
from hopsow.games import facts, start
from hopsow.games import parse as parse_position
from hopsow.records.record import OPEN, RESULTS, STATED, MoveNumbers, Record
from hopsow.records.scanner import Scanner
from hopsow.texts import decode, quoted

Tags = dict[str, tuple[str, int]]  # name: value, where it begins

A_RESULT = "1-0, 0-1, 1/2-1/2 or *"


def parse_all(game: str, text: str | bytes, rules: str | None = None) -> list[Record]:
    """Read the text of any number of games; `rules` hold where no tag names others."""
    start(game, rules)  # an unknown game or rule set is no fault of the text
    scanner = Scanner(decode(text))
    records = []
    while scanner.peek():
        records.append(_game(scanner, game, rules))
    return records


def _game(scanner: Scanner, game: str, rules: str | None) -> Record:
    tags = _tags(scanner)
    record = _set_up(scanner, tags, game, rules)
    record.tags = {name: value for name, (value, _) in tags.items() if name not in STATED}
    numbers = MoveNumbers(record.start)
    while scanner.peek() not in ("", "[", "]", "}", ")"):
        at = scanner.at
        word = scanner.word()
        if word in RESULTS:
            _end(scanner, record, tags, word, at)
            return record
        _play(scanner, record, numbers, word, at)
    raise scanner.unexpected(scanner.at, f"a move or a result: {A_RESULT}")


def _tags(scanner: Scanner) -> Tags:
    tags: Tags = {}
    while scanner.peek() == "[":
        at = scanner.at
        name, value, begin = scanner.tag()
        if name in tags:
            raise scanner.error(at, f"the tag {name} stands here a second time")
        tags[name] = value, begin
    return tags


def _set_up(scanner: Scanner, tags: Tags, game: str, rules: str | None) -> Record:
    expected = facts(game).record_type
    kind, at = tags.get("GameType", (expected, 0))
    if kind.split(",")[0] != expected:
        raise scanner.unexpected(at, f"{quoted(expected)}, the game type of {game}", kind or '"')
    named, at = tags.get("Rules", (rules, 0))
    if rules is not None and named != rules:
        raise scanner.unexpected(at, f"the rules {rules}", named or '"')
    try:
        position = start(game, named)
    except ValueError as error:
        raise scanner.error(at, str(error)) from None
    if "FEN" in tags:
        text, at = tags["FEN"]
        try:
            position = parse_position(game, text, named)
        except ParseError as error:
            raise scanner.error(at + error.column - 1, error.problem) from None
    elif tags.get("SetUp", ("0", 0))[0] != "0":
        raise scanner.error(tags["SetUp"][1], "the tag SetUp calls for a tag FEN")
    return Record(game, named, position)


def _play(scanner: Scanner, record: Record, numbers: MoveNumbers, word: str, at: int) -> None:
    digits = len(word) - len(word.lstrip("0123456789"))
    dots = len(word) - digits - len(word[digits:].lstrip("."))
    if digits and dots:
        _check_number(scanner, numbers, word[:digits], at)
    text = word[digits + dots :] if dots else word
    at += len(word) - len(text)
    text = text.rstrip("!?")
    if not text:
        return
    try:
        numbers.turn_to(record.play(text).to_move)
    except ParseError as error:
        problem = error.problem.replace("the end of the text", "the end of the move")
        raise scanner.error(at + error.column - 1, problem) from None
    except (IllegalMoveError, AmbiguousMoveError) as error:
        raise scanner.error(at, f"{quoted(text)}: {error}") from None


def _check_number(scanner: Scanner, numbers: MoveNumbers, number: str, at: int) -> None:
    if number not in (str(numbers.usual), str(numbers.whoever)):
        raise scanner.unexpected(at, f"the move number {numbers.usual}", number + ".")


def _end(scanner: Scanner, record: Record, tags: Tags, result: str, at: int) -> None:
    """Take over the result; an open end leaves it to the tag, as PDN 3.0 would have it."""
    noted, noted_at = tags.get("Result", (OPEN, at))
    if noted not in RESULTS:
        raise scanner.unexpected(noted_at, A_RESULT, noted or '"')
    if OPEN not in (noted, result) and noted != result:
        raise scanner.unexpected(at, f"{noted} as in the tag Result", result)
    try:
        record.result = noted if result == OPEN else result
    except ValueError as error:
        raise scanner.error(noted_at if result == OPEN else at, str(error)) from None
