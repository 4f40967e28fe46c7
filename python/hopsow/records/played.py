"""A game as it was played, without its text.

What depends on history is asked here, with the history in hand; the core judges it.
"""

from __future__ import annotations

from hopsow.errors import IllegalMoveError, MessageError
from hopsow.games import Move, Outcome, Position, start
from hopsow.games import parse as parse_position
from hopsow.messages import Message, ending, game_over, one_of
from hopsow.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from hopsow.records.notes import Notes

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
OPEN = "*"
STATED = ("GameType", "Rules", "SetUp", "FEN", "Result")  # tags that say what the record knows
MOST_SHOWN = 8  # moves of a long game where a person wants a line


class PlayedGame:
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
            raise MessageError(
                Message("text.unexpected", found=quoted(result), expected=one_of(RESULTS))
            )
        if self._outcome is None:
            self._result = result
        elif result not in (self.result, OPEN):
            raise MessageError(
                Message(
                    "record.other-result",
                    result=self.result,
                    given=result,
                    ending=ending(self.game, self._outcome.winner, self._outcome.reason),
                )
            )

    def play(self, move: Move | str) -> Position:
        """Play a move and return the position it leads to."""
        if self._outcome is not None:
            outcome = self._outcome
            raise IllegalMoveError(game_over(self.game, outcome.winner, outcome.reason))
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

    def until(self, plies: int) -> Self:
        """The game up to so many moves, without notes and tags, to go on by itself."""
        if not 0 <= plies <= len(self._moves):
            raise ValueError(f"found {plies} plies, expected 0 to {len(self._moves)}")
        other = type(self)(self.game, self.rules, self.start)
        other._moves = self._moves[:plies]
        other._positions = self._positions[: plies + 1]
        other._since = _last_capture(other._moves)
        other._outcome = self._outcome if plies == len(self._moves) else None
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlayedGame) and vars(self) == vars(other)

    def __repr__(self) -> str:
        shown = self._moves[-MOST_SHOWN:]
        moves = " ".join(["…"] * (len(shown) < len(self._moves)) + list(map(str, shown)))
        plies = f"{len(self._moves)} {'ply' if len(self._moves) == 1 else 'plies'}"
        kind = f"{type(self).__name__} of {self.game} ({self.rules})"
        return f"<{kind}: {moves or 'no moves'}, {plies}, {self.result}>"


def _last_capture(moves: list[Move]) -> int:
    """How many moves were played up to the last one that took something off the board."""
    return next((plies for plies in range(len(moves), 0, -1) if moves[plies - 1].is_capture), 0)


def _result(outcome: Outcome, sides: tuple[str, str]) -> str:
    if outcome.winner is None:
        return "1/2-1/2"
    return "1-0" if outcome.winner == sides[0] else "0-1"
