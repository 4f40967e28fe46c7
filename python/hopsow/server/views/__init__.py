"""What a page needs to draw a position and to take the next move.

The page knows no rules: whatever it shows as possible, forbidden or finished is said here, and here
it is asked of the core. The module of a game's name says what its board is, what is seen to happen
on it, and which moves a player would try.
"""

from __future__ import annotations

from hopsow import IllegalMoveError, Move, ParseError, Position, Record
from hopsow.analysis.scores import ending_in_words
from hopsow.games import room
from hopsow.server.line import LineError
from hopsow.server.messages import Ending, LegalMove, Story, View


def view(record: Record) -> View:
    """The position at the end of a record."""
    now = record.position
    is_over = record.outcome is not None
    game = room(__name__, record.game)
    return View(
        game=record.game,
        rules=record.rules,
        position=str(now),
        sides=now.sides,
        to_move=now.to_move,
        ply=len(record.moves),
        moves=[str(move) for move in record.moves],
        movers=[now.sides.index(earlier.to_move) for earlier in record.positions[:-1]],
        **game.board(now),
        notice=None if is_over else game.notice(now),
        legal_moves=[] if is_over else [_legal_move(now, move) for move in now.legal_moves],
        refusals={} if is_over else game.refusals(now),
        outcome=ending(record),
        story=story(record.positions[-2], record.moves[-1]) if record.moves else None,
    )


def ending(record: Record) -> Ending | None:
    """How the game ended by the rules, in words."""
    outcome = record.outcome
    if outcome is None:
        return None
    return Ending(winner=outcome.winner, reason=outcome.reason, text=ending_in_words(record))


def why(position: Position, square: str) -> str:
    """Why the piece on a square cannot move, or that it can.

    The core explains moves, not pieces: the moves asked about are those that a player would try.
    """
    for move in room(__name__, position.game).tries(position, square):
        try:
            return f"{position.move(move)} is possible"
        except IllegalMoveError as error:
            return str(error)
        except ParseError as error:
            raise LineError(f"{square}: {error.problem}") from None
    return f"the piece on {square} has no square to go to"


def story(before: Position, move: Move) -> Story:
    """What is seen to happen when a move is played."""
    told: Story = room(__name__, before.game).story(before, move)
    return told


def _legal_move(position: Position, move: Move) -> LegalMove:
    game = room(__name__, position.game)
    return LegalMove(
        text=str(move),
        squares=list(move.squares),
        capture=move.is_capture,
        story=game.story(position, move) if game.IS_PREVIEWED else None,
    )
