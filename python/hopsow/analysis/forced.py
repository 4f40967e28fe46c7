"""Positions in which there is only one move.

A search with a time limit has nothing to choose there and ends at once; whoever wants to know what
the position is worth asks about the next one with a choice.
"""

from __future__ import annotations

from collections.abc import Sequence

from hopsow.games import Move, Position

MAX_PLIES = 20


def next_choice(positions: Sequence[Position]) -> tuple[Sequence[Position], tuple[Move, ...]]:
    """The positions up to the next one with a choice, and the forced moves that lead there."""
    reached, forced = list(positions), list[Move]()
    while len(reached[-1].legal_moves) == 1 and len(forced) < MAX_PLIES:
        move = reached[-1].legal_moves[0]
        after = reached[-1].play(move)
        if after.outcome_after(reached) is not None:
            break  # a search sees that by itself
        reached.append(after)
        forced.append(move)
    return reached, tuple(forced)
