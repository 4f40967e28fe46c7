"""From the text of records to records.

Reading is strict: every move must be legal where it stands, also in a variation, move numbers must
count, and a result must not contradict what the rules say about the final position.
"""

from __future__ import annotations

from hopsow.errors import AmbiguousMoveError, IllegalMoveError, MessageError, ParseError
from hopsow.games import facts, rule_sets, start
from hopsow.games import parse as parse_position
from hopsow.messages import Message, one_of
from hopsow.records.notes import MAX_DEPTH, MAX_SYMBOL, SIGNS, Note, Variation, in_one_line
from hopsow.records.played import OPEN, RESULTS, STATED, PlayedGame
from hopsow.records.scanner import Scanner
from hopsow.records.writing import MoveNumbers
from hopsow.texts import decode, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeVar

    from hopsow.records.notes import Notes

    Kind = TypeVar("Kind", bound=PlayedGame)

Tags = dict[str, tuple[str, int]]  # name: value, where it begins

MOVE_OR_RESULT = Message("record.move-or-result", results=one_of(RESULTS))
MAX_GAMES = 100_000  # of a text: a result alone is a game, so that a short text can hold many


def parse_all(
    kind: type[Kind],
    game: str,
    text: str | bytes,
    rules: str | None = None,
    *,
    must_end: bool = True,
    most: int = MAX_GAMES,
) -> list[Kind]:
    """Read the text of up to `most` games, each a `kind`; `rules` hold where no tag names others.

    A text that ends without a result may have been cut off; who does not mind says so.
    """
    return list(parse_each(kind, game, text, rules, must_end=must_end, most=most))


def parse_each(
    kind: type[Kind],
    game: str,
    text: str | bytes,
    rules: str | None = None,
    *,
    must_end: bool = True,
    most: int = MAX_GAMES,
) -> Iterator[Kind]:
    """Read the same games one by one, for callers that need not keep them."""
    start(game, rules)  # an unknown game or rule set is no fault of the text
    scanner = Scanner(decode(text))
    opening, count = _comments(scanner), 0
    while scanner.peek():
        count += 1
        if count > most:
            raise scanner.error(scanner.at, Message("record.too-many-games", most=most))
        tags = _tags(scanner)
        record = _set_up(kind, scanner, tags, game, rules)
        _Reader(scanner, tags, record, opening).read(must_end)
        opening = _comments(scanner)
        if opening and not scanner.peek():
            record.notes.setdefault(len(record.moves), Note()).add(opening)
        yield record


def _comments(scanner: Scanner) -> str:
    """The comments before the next tag or move."""
    comments = []
    while (character := scanner.peek()) in ("{", ";") and character:
        comments.append(in_one_line(scanner.comment()))
    return " ".join(filter(None, comments))


class _Line:
    """Moves that are being read: those of the game, or of a variation of it."""

    def __init__(self, record: PlayedGame, numbers: MoveNumbers, notes: Notes, opened: int) -> None:
        self.record = record
        self.numbers = numbers
        self.notes = notes
        self.opened = opened
        self.first = len(record.moves)

    def note(self) -> Note:
        """What is noted about the last move."""
        return self.notes.setdefault(len(self.record.moves) - self.first, Note())


class _Reader:
    """One game of a text."""

    def __init__(self, scanner: Scanner, tags: Tags, record: PlayedGame, opening: str) -> None:
        self._scanner, self._tags, self._record = scanner, tags, record
        self._record.tags = {
            name: value for name, (value, _) in self._tags.items() if name not in STATED
        }
        numbers = MoveNumbers(self._record.start)
        self._lines = [_Line(self._record, numbers, self._record.notes, scanner.at)]
        self._say(opening)

    def read(self, must_end: bool) -> None:
        """Read to the result."""
        scanner = self._scanner
        while True:
            while word := scanner.plain_word():
                at = scanner.at - len(word)
                if word in RESULTS:
                    self._end(word, at)
                    return
                self._take(word, at)
            character = scanner.peek()
            if character in ("", "[", "]", "}"):
                break
            if character in "{;":
                self._say(in_one_line(scanner.comment()))
            elif character == "(":
                self._open()
            elif character == ")":
                self._close()
            elif character == "%":
                at = scanner.at
                self._take(scanner.word(), at)
        self._refuse_open_variation()
        if not character and not must_end and self._record.moves:
            self._end(OPEN, scanner.at)
            return
        raise scanner.unexpected(scanner.at, MOVE_OR_RESULT)

    def _refuse_open_variation(self) -> None:
        if len(self._lines) > 1:
            at = self._lines[-1].opened
            raise self._scanner.error(at, Message("record.open-variation"))

    def _say(self, comment: str) -> None:
        if comment:
            self._lines[-1].note().add(comment)

    def _open(self) -> None:
        scanner, line = self._scanner, self._lines[-1]
        at = scanner.at
        scanner.at += 1
        if self._is_sign():
            return
        if len(line.record.moves) == line.first:
            raise scanner.error(at, Message("record.variation-of-nothing"))
        if len(self._lines) > MAX_DEPTH:
            raise scanner.error(at, Message("record.nested", most=MAX_DEPTH))
        variation = Variation()
        line.note().variations.append(variation)
        other = line.record.until(len(line.record.moves) - 1)
        numbers = MoveNumbers(other.start)
        for position in other.positions:
            numbers.turn_to(position.to_move)
        self._lines.append(_Line(other, numbers, variation.notes, at))

    def _is_sign(self) -> bool:
        """Take the rest of what PDN also writes for a sign: `(!)`."""
        rest = self._scanner.text[self._scanner.at : self._scanner.at + 3]
        sign, closed, _ = rest.partition(")")
        if not closed or sign not in SIGNS:
            return False
        self._scanner.at += len(sign) + 1
        self._mark(SIGNS.index(sign) + 1, self._scanner.at)
        return True

    def _close(self) -> None:
        scanner = self._scanner
        if len(self._lines) == 1:
            raise scanner.unexpected(scanner.at, MOVE_OR_RESULT)
        line = self._lines.pop()
        moves = line.record.moves[line.first :]
        if not moves:
            raise scanner.unexpected(scanner.at, Message("record.move"))
        self._lines[-1].note().variations[-1].moves = list(moves)
        scanner.at += 1

    def _mark(self, symbol: int, at: int) -> None:
        line = self._lines[-1]
        if len(line.record.moves) == line.first:
            raise self._scanner.error(at, Message("record.symbol-of-nothing"))
        line.note().symbols.append(symbol)

    def _take(self, word: str, at: int) -> None:
        if "." not in word and word[-1] not in "!?" and word[0] != "$":
            self._play(word, at)  # most words are plain moves
            return
        if word == f"{self._lines[-1].numbers.usual}.":
            return
        if word[0] == "$":
            if not word[1:].isascii() or not word[1:].isdigit() or int(word[1:4]) > MAX_SYMBOL:
                expected = Message("record.symbol", most=MAX_SYMBOL)
                raise self._scanner.unexpected(at, expected, word)
            self._mark(int(word[1:]), at)
            return
        text, at = self._after_number(word, at)
        move = text.rstrip("!?")
        sign = text[len(move) :]
        if move:
            self._play(move, at)
        if sign:
            self._sign(sign, at + len(move))

    def _after_number(self, word: str, at: int) -> tuple[str, int]:
        """What follows the number in a word, and where; the number must be the right one."""
        digits = len(word) - len(word.lstrip("0123456789"))
        dots = len(word) - digits - len(word[digits:].lstrip("."))
        if not dots:
            return word, at
        numbers = self._lines[-1].numbers
        number = word[:digits]
        if number and number not in (str(numbers.usual), str(numbers.whoever)):
            expected = Message("record.move-number", number=numbers.usual)
            raise self._scanner.unexpected(at, expected, number + ".")
        return word[digits + dots :], at + digits + dots

    def _sign(self, sign: str, at: int) -> None:
        if sign not in SIGNS:
            raise self._scanner.unexpected(at, one_of(SIGNS), sign)
        self._mark(SIGNS.index(sign) + 1, at)

    def _play(self, text: str, at: int) -> None:
        line = self._lines[-1]
        try:
            line.numbers.turn_to(line.record.play(text).to_move)
        except ParseError as error:
            raise self._scanner.error(at + error.column - 1, _of_move(error.why)) from None
        except (IllegalMoveError, AmbiguousMoveError) as error:
            problem = Message("record.refused-move", move=quoted(text), problem=error.message)
            raise self._scanner.error(at, problem) from None

    def _end(self, result: str, at: int) -> None:
        """Take over the result; an open end leaves it to the tag, as PDN 3.0 would have it."""
        scanner = self._scanner
        self._refuse_open_variation()
        noted, noted_at = self._tags.get("Result", (OPEN, at))
        if noted not in RESULTS:
            raise scanner.unexpected(noted_at, one_of(RESULTS), noted or '"')
        if OPEN not in (noted, result) and noted != result:
            raise scanner.unexpected(at, Message("record.result-as-tagged", result=noted), result)
        try:
            self._record.result = noted if result == OPEN else result
        except MessageError as error:
            raise scanner.error(noted_at if result == OPEN else at, error.message) from None


def _of_move(problem: Message) -> Message:
    """What is wrong with a move's text, which ends before the record does."""
    expected = problem.arguments.get("expected")
    if problem.kind == "text.ended":
        return Message("record.move-ended", **problem.arguments)
    if expected == Message("text.end"):
        return Message(problem.kind, **problem.arguments | {"expected": Message("record.move-end")})
    return problem


def _tags(scanner: Scanner) -> Tags:
    tags: Tags = {}
    while scanner.peek() == "[":
        at = scanner.at
        name, value, begin = scanner.tag()
        if name in tags:
            raise scanner.error(at, Message("record.tag-twice", tag=name))
        tags[name] = value, begin
        _pass_comments(scanner)
    return tags


def _pass_comments(scanner: Scanner) -> None:
    """Pass by what is said of a tag, on its line or before the next one."""
    end = scanner.at
    while scanner.peek() == ";" and "\n" not in scanner.text[end : scanner.at]:
        scanner.comment()
        end = scanner.at
    while scanner.peek() == ";":
        scanner.comment()
    if scanner.peek() != "[":
        scanner.at = end  # it is the comment before the first move


def _set_up(kind: type[Kind], scanner: Scanner, tags: Tags, game: str, rules: str | None) -> Kind:
    expected = facts(game).record_type
    stated, at = tags.get("GameType", (expected, 0))
    if stated.split(",")[0] != expected:
        wanted = Message("record.game-type", type=quoted(expected), game=Message(f"game.{game}"))
        raise scanner.unexpected(at, wanted, stated or '"')
    named, at = tags.get("Rules", (rules, 0))
    if rules is not None and named != rules:
        raise scanner.unexpected(at, Message("record.rules", rules=rules), named or '"')
    if named is not None and named not in rule_sets(game):
        raise scanner.unexpected(at, one_of(rule_sets(game)), named or '"')
    position = start(game, named)
    if "FEN" in tags:
        text, at = tags["FEN"]
        try:
            position = parse_position(game, text, named)
        except ParseError as error:
            raise scanner.error(at + error.column - 1, error.why) from None
    elif tags.get("SetUp", ("0", 0))[0] != "0":
        raise scanner.error(tags["SetUp"][1], Message("record.no-position"))
    return kind(game, named, position)
