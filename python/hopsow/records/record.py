"""A game as it was played.

What depends on history is asked here, with the history in hand; the core judges it. A record's text
is a list of tags, then the moves: PDN for checkers, OGN for Awari, the same shape for Halma
(docs/records.md). `1-0` is a win of the first side: black, red or South.
"""

from __future__ import annotations

from hopsow.errors import IllegalMoveError, ParseError
from hopsow.games import Move, Outcome, Position, facts, start
from hopsow.games import parse as parse_position
from hopsow.records.scanner import is_name_character
from hopsow.records.writing import MoveNumbers, words
from hopsow.texts import decode, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.records.notes import Notes

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
OPEN = "*"
STATED = ("GameType", "Rules", "SetUp", "FEN", "Result")  # tags that say what the record knows
WIDTH = 79
MOST_SHOWN = 8  # moves of a long game where a person wants a line


class Record:
    """A position and the moves played from it.

    `notes` has comments, symbols and variations by move, `tags` everything else worth noting.
    """

    def __init__(
        self, game: str, rules: str | None = None, position: Position | str | None = None
    ) -> None:
        if position is None:
            position = start(game, rules)
        elif isinstance(position, str):
            position = parse_position(game, position, rules)
        elif (position.game, position.rules) != (game, rules or position.rules):
            wanted = f"{game} ({rules})" if rules else game
            raise ValueError(f"the position is of {position.game} ({position.rules}), not {wanted}")
        self.tags: dict[str, str] = {}
        self.notes: Notes = {}
        self._positions = [position]
        self._moves: list[Move] = []
        self._since = 0  # the first position that may occur again: none does once men are taken
        self._outcome = position.outcome
        self._result = OPEN

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.start.game

    @property
    def rules(self) -> str:
        """The name of the rule set."""
        return self.start.rules

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions, from the start to the present one."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, in the order in which they were played."""
        return tuple(self._moves)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by the rules, repetition included; None while it goes on."""
        return self._outcome

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2` or `*`: by the rules, or what the players have agreed on."""
        return self._result if self._outcome is None else _result(self._outcome, self.start.sides)

    @result.setter
    def result(self, result: str) -> None:
        if result not in RESULTS:
            raise ValueError(f"found {quoted(result)}, expected 1-0, 0-1, 1/2-1/2 or *")
        if self._outcome is None:
            self._result = result
        elif result not in (self.result, OPEN):
            raise ValueError(f"the result is {self.result}, not {result}: {_story(self._outcome)}")

    def play(self, move: Move | str) -> Position:
        """Play a move and return the position it leads to."""
        if self._outcome is not None:
            raise IllegalMoveError(f"the game is over: {_story(self._outcome)}", "game-over")
        before = self._positions[-1]
        if isinstance(move, str):
            move = before.move(move)
        position = before.play(move)
        self.append(move, position)
        return position

    def append(self, move: Move, position: Position) -> Outcome | None:
        """Add a move that was played already, and the position it led to; how the game ended.

        For callers that had to play the move to judge it: nothing is checked again.
        """
        if move.is_capture:
            self._since = len(self._positions)
        earlier = self._positions[self._since :] if self._since else self._positions
        self._outcome = outcome = position.outcome_after(earlier)
        self._positions.append(position)
        self._moves.append(move)
        self._result = OPEN
        return outcome

    def undo(self) -> Move:
        """Take the last move back and return it; what was noted about it goes with it."""
        if not self._moves:
            raise IndexError("there is no move to take back")
        self._positions.pop()
        self.notes.pop(len(self._moves), None)
        self._outcome = None  # a move was played here, so the game went on
        self._result = OPEN
        move = self._moves.pop()
        self._since = _last_capture(self._moves)
        return move

    def until(self, plies: int) -> Record:
        """The game up to so many moves, without notes and tags, to go on by itself."""
        if not 0 <= plies <= len(self._moves):
            raise ValueError(f"found {plies} plies, expected 0 to {len(self._moves)}")
        other = Record(self.game, self.rules, self.start)
        other._moves = self._moves[:plies]
        other._positions = self._positions[: plies + 1]
        other._since = _last_capture(other._moves)
        other._outcome = self._outcome if plies == len(self._moves) else None
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and vars(self) == vars(other)

    def __repr__(self) -> str:
        shown = self._moves[-MOST_SHOWN:]
        moves = " ".join(["…"] * (len(shown) < len(self._moves)) + list(map(str, shown)))
        plies = f"{len(self._moves)} {'ply' if len(self._moves) == 1 else 'plies'}"
        return (
            f"<Record of {self.game} ({self.rules}): {moves or 'no moves'}, {plies}, {self.result}>"
        )

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

        records = parse_all(game, text, rules)
        if len(records) != 1:
            raise ParseError(f"found {len(records)} games, expected one")
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


def _last_capture(moves: list[Move]) -> int:
    """How many moves were played up to the last one that took something off the board."""
    return next((plies for plies in range(len(moves), 0, -1) if moves[plies - 1].is_capture), 0)


def _result(outcome: Outcome, sides: tuple[str, str]) -> str:
    if outcome.winner is None:
        return "1/2-1/2"
    return "1-0" if outcome.winner == sides[0] else "0-1"


def _story(outcome: Outcome) -> str:
    who = "a draw" if outcome.winner is None else f"{outcome.winner} has won"
    return f"{who}, {outcome.reason}"


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
