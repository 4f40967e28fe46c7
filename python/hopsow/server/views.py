"""What a page needs to draw a position and to take the next move.

The page knows no rules: whatever it shows as possible, forbidden or finished is said here, and here
it is asked of the core.
"""

from __future__ import annotations

import itertools

from hopsow import IllegalMoveError, Move, ParseError, Position, Record
from hopsow.analysis.scores import ending_in_words
from hopsow.server.line import LineError
from hopsow.server.messages import Ending, LegalMove, Story, View

PITS = "ABCDEFabcdef"


def view(record: Record) -> View:
    """The position at the end of a record."""
    now = record.position
    is_over = record.outcome is not None
    is_awari = record.game == "awari"
    legal = [] if is_over else [_legal_move(now, move) for move in now.legal_moves]
    return View(
        game=record.game,
        rules=record.rules,
        position=str(now),
        sides=now.sides,
        to_move=now.to_move,
        ply=len(record.moves),
        moves=[str(move) for move in record.moves],
        movers=[now.sides.index(earlier.to_move) for earlier in record.positions[:-1]],
        cells=None if is_awari else now.cells,
        stones=list(now.stones) if is_awari else None,
        counter=now.counter if record.game == "checkers" else 0,
        notice=None if is_over else _notice(now),
        legal_moves=legal,
        refusals=_refusals(now) if is_awari and not is_over else {},
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
    for move in _tries(position, square):
        try:
            return f"{position.move(move)} is possible"
        except IllegalMoveError as error:
            return str(error)
        except ParseError as error:
            raise LineError(f"{square}: {error.problem}") from None
    return f"the piece on {square} has no square to go to"


def story(before: Position, move: Move) -> Story:
    """What is seen to happen when a move is played."""
    if before.game == "awari":
        return _sowing(before, move)
    squares = list(move.squares)
    if before.game == "halma" or not move.is_capture:
        return Story(path=squares, taken=[], crowned=_is_crowned(before, move))
    taken = [_between(a, b) for a, b in itertools.pairwise(squares)]
    return Story(path=squares, taken=taken, crowned=_is_crowned(before, move))


def _legal_move(position: Position, move: Move) -> LegalMove:
    told = _sowing(position, move) if position.game == "awari" else None
    return LegalMove(
        text=str(move), squares=list(move.squares), capture=move.is_capture, story=told
    )


def _sowing(before: Position, move: Move) -> Story:
    """Where the stones fall; what is captured shows as pits that hold less than fell into them."""
    origin = PITS.index(move.squares[0])
    stones = list(before.stones)
    hand, stones[origin] = stones[origin], 0
    sown, pit = [], origin
    while hand:
        pit = (pit + 1) % len(PITS)
        if pit != origin:
            stones[pit] += 1
            hand -= 1
            sown.append(PITS[pit])
    after = before.play(move).stones
    taken = [pit for pit in range(len(PITS)) if after[pit] < stones[pit]]
    taken.sort(key=lambda taken_pit: (pit - taken_pit) % len(PITS))
    captured = move.is_capture and sum(after[12:]) > sum(before.stones[12:])
    return Story(
        path=list(move.squares),
        taken=[PITS[pit] for pit in taken] if captured else [],
        sown=sown,
        store=before.to_move if captured else None,
    )


def _is_crowned(before: Position, move: Move) -> bool:
    if before.game != "checkers":
        return False
    after = before.play(move)
    start, end = int(move.squares[0]) - 1, int(move.squares[-1]) - 1
    return before.cells[start].islower() and after.cells[end].isupper()


def _between(start: str, end: str) -> str:
    """The square that a jump of checkers passes over."""
    one, other = _place("checkers", start), _place("checkers", end)
    assert one is not None
    assert other is not None
    return _square("checkers", ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2))


def _refusals(position: Position) -> dict[str, str]:
    legal = {move.squares[0] for move in position.legal_moves}
    refusals = {}
    for pit in PITS:
        if pit not in legal:
            try:
                position.move(pit)
            except IllegalMoveError as error:
                refusals[pit] = str(error)
    return refusals


def _notice(position: Position) -> str | None:
    """The rule that binds the side to move just now, in the core's own words."""
    moves = position.legal_moves
    if position.game == "checkers" and moves and moves[0].is_capture:
        return f"{position.to_move} must capture"
    if position.game == "halma":
        return _halma_notice(position)
    return None


def _halma_notice(position: Position) -> str | None:
    """Some man that stands free but may not move tells whether the camp has to be left."""
    movers = {move.squares[0] for move in position.legal_moves}
    mine = position.to_move[0]
    for index, man in enumerate(position.cells):
        square = f"{index % 16},{index // 16}"
        if man == mine and square not in movers:
            reason = why(position, square)
            if "camp" in reason:
                return reason.split(":")[0]
    return None


def _tries(position: Position, square: str) -> list[str]:
    """Moves from a square as a player would try them, likeliest first."""
    if position.game == "awari":
        return [square]
    width = 16 if position.game == "halma" else 8
    at = _place(position.game, square)
    if at is None:
        return [f"{square}-{square}"]  # no square at all: reading it says so
    forward = 1 if position.to_move == position.sides[0] else -1
    directions = [(x, y) for y in (forward, 0, -forward) for x in (-1, 0, 1) if (x, y) != (0, 0)]
    if position.game == "checkers":
        directions = [(x, y) for x, y in directions if x and y]
    targets = [(at[0] + n * x, at[1] + n * y) for n in (1, 2) for x, y in directions]
    inside = [(x, y) for x, y in targets if 0 <= x < width and 0 <= y < width]
    empty = [place for place in inside if _man(position, place) == "."]
    is_mine = _man(position, at).lower() == position.to_move[0]
    return [f"{square}-{_square(position.game, place)}" for place in (empty if is_mine else inside)]


def _place(game: str, square: str) -> tuple[int, int] | None:
    """Column and row of a square."""
    try:
        if game == "halma":
            x, y = map(int, square.split(","))
        else:
            y, column = divmod(int(square) - 1, 4)
            x = 2 * column + 1 - y % 2
    except ValueError:
        return None
    return (x, y) if 0 <= x < 16 and 0 <= y < (16 if game == "halma" else 8) else None


def _square(game: str, place: tuple[int, int]) -> str:
    x, y = place
    return f"{x},{y}" if game == "halma" else str(4 * y + x // 2 + 1)


def _man(position: Position, place: tuple[int, int]) -> str:
    x, y = place
    return position.cells[16 * y + x if position.game == "halma" else 4 * y + x // 2]
