"""What a page needs to draw a position and to take the next move.

The page knows no rules: whatever it shows as possible, forbidden or finished comes from here, and
here from the core. The module of a game's name says which rule binds the side to move.
"""

from __future__ import annotations

from hopsow import Capture, Crown, Move, Position, Record, Sow
from hopsow.analysis.scores import ending_of
from hopsow.games import name_of, square_named
from hopsow.messages import Message
from hopsow.texts import quoted
from hopsow.web.board.line import LineError
from hopsow.web.board.messages import Ending, LegalMove, Said, Story, View, said
from hopsow.web.board.views.by_game import VIEWS


def view(record: Record, is_listed: bool = True) -> View:
    """The position at the end of a record; what may be played there, if that is wanted."""
    now = record.position
    is_over = record.outcome is not None
    is_open = is_listed and not is_over
    parts = now.setup
    return View(
        game=record.game,
        rules=record.rules,
        position=str(now),
        sides=now.sides,
        to_move=now.to_move,
        ply=len(record.moves),
        moves=[str(move) for move in record.moves],
        movers=[now.sides.index(earlier.to_move) for earlier in record.positions[:-1]],
        cells=parts.cells,
        stones=None if parts.stones is None else list(parts.stones),
        counter=parts.counter or 0,
        notice=None if is_over else _notice(now),
        legal_moves=[_legal_move(now, move) for move in now.legal_moves] if is_open else [],
        listed=is_listed,
        refusals=_refusals(now) if is_open else {},
        outcome=ending(record),
        story=story(record.positions[-2], record.moves[-1]) if record.moves else None,
    )


def _notice(position: Position) -> Said | None:
    """What binds the side to move."""
    notice = VIEWS[position.game].notice(position)
    return None if notice is None else said(notice)


def ending(record: Record) -> Ending | None:
    """How the game ended by the rules, in words."""
    outcome = record.outcome
    if outcome is None:
        return None
    return Ending(winner=outcome.winner, reason=outcome.reason, text=said(ending_of(record)))


def why(position: Position, square: str) -> Message:
    """Why the piece on a square cannot move, or that it can."""
    try:
        reason = position.why_not(square_named(position.game, square))
    except ValueError:
        game = Message(f"game.{position.game}")
        raise LineError(Message("line.square", square=quoted(square), game=game)) from None
    if reason is not None:
        return reason.message
    move = next(move for move in position.legal_moves if move.squares[0] == square)
    return Message("line.possible", move=str(move))


def story(before: Position, move: Move) -> Story:
    """What happens on the board when a move is played."""
    events = before.story(move)
    captured = [event.square for event in events if isinstance(event, Capture)]
    sown = [event.square for event in events if isinstance(event, Sow)]
    has_stores = before.setup.stones is not None
    return Story(
        path=list(move.squares),
        taken=[name_of(before.game, square) for square in captured],
        crowned=any(isinstance(event, Crown) for event in events),
        sown=[name_of(before.game, square) for square in sown],
        store=before.to_move if captured and has_stores else None,
    )


def _legal_move(position: Position, move: Move) -> LegalMove:
    """A move; pointing at a pit also shows where its stones would fall."""
    is_sown = position.setup.stones is not None
    return LegalMove(
        text=str(move),
        squares=list(move.squares),
        capture=move.is_capture,
        story=story(position, move) if is_sown else None,
    )


def _refusals(position: Position) -> dict[str, Said]:
    """Why each pit cannot be played; there are too many squares on other boards."""
    stones = position.setup.stones or ()
    reasons = {}
    for pit in range(len(stones) - len(position.sides)):
        reason = position.why_not(pit)
        if reason is not None:
            reasons[name_of(position.game, pit)] = said(reason.message)
    return reasons
