"""Awari under the rules of Romein and Bal, solved without any thought of speed.

A move that leaves the opponent without a stone, by capture or because none is sown there, is
allowed only if all moves do. The stones that are left then belong to the mover, in whose row they
are: a player without a stone loses them all. Endless play is worth nothing.
"""

from collections.abc import Iterator
from math import comb

ROW = 6
Pits = tuple[int, ...]  # the mover's six, then the opponent's
Values = dict[Pits, int]


def sign(value: int) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


def positions(stones: int, pits: int = 2 * ROW) -> Iterator[Pits]:
    """All ways to lay so many stones into pits."""
    if pits == 1:
        yield (stones,)
        return
    for first in range(stones + 1):
        for rest in positions(stones - first, pits - 1):
            yield (first, *rest)


def children(pits: Pits) -> list[tuple[int, Pits]]:
    """What each move captures, and the position after it as the opponent sees it."""
    feeding: list[tuple[int, Pits]] = []
    starving: list[tuple[int, Pits]] = []
    for pit in range(ROW):
        if not pits[pit]:
            continue
        board, at = list(pits), pit
        hand, board[pit] = board[pit], 0
        while hand:
            at = (at + 1) % (2 * ROW)
            if at != pit:
                board[at] += 1
                hand -= 1
        taken = 0
        while at >= ROW and board[at] in (2, 3):
            taken += board[at]
            board[at] = 0
            at -= 1
        child = (taken, (*board[ROW:], *board[:ROW]))
        (feeding if any(board[ROW:]) else starving).append(child)
    return feeding or starving


def solve(stones: int, known: Values) -> None:
    """Add the values of all positions with so many stones; those with fewer must be known."""
    moves = {pits: children(pits) for pits in positions(stones)}
    known.update({pits: 0 if after else -stones for pits, after in moves.items()})
    changed = True
    while changed:
        changed = False
        for pits, after in moves.items():
            if after:
                value = max(taken - known[child] for taken, child in after)
                if value != known[pits]:
                    known[pits], changed = value, True


def published(stones: int, known: Values) -> bytes:
    """The values of a layer as Romein and Bal published theirs.

    That is a signed byte for each position whose opponent has an empty pit, at its number.
    """
    scores = {number(pits): known[pits] for pits in positions(stones) if 0 in pits[ROW:]}
    assert sorted(scores) == list(range(len(scores)))
    return bytes(scores[each] & 255 for each in range(len(scores)))


def number(pits: Pits) -> int:
    """The number that their program gives a position: how many come before it.

    They are those with fewer stones in the last pit that differs. While no pit was empty so far,
    the ones whose opponent has no empty pit are taken off.
    """
    sum_before, at, left = 0, 2 * ROW - 1, sum(pits)
    while pits[at]:
        sum_before += _fewer(at, left, pits[at]) - _fewer(at, left - at + 5, pits[at] - 1)
        left -= pits[at]
        at -= 1
    while left:
        sum_before += _fewer(at, left, pits[at])
        left -= pits[at]
        at -= 1
    return sum_before


def _fewer(pit: int, left: int, held: int) -> int:
    """The ways to lay `left` stones into the pits up to `pit` with fewer than `held` in it."""
    return sum(comb(left - each + pit - 1, pit - 1) for each in range(min(held, left + 1)) if pit)
