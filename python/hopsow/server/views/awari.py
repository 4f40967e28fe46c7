"""Awari on the page."""

from __future__ import annotations

from typing import Any

from hopsow import IllegalMoveError, Move, Position
from hopsow.server.messages import Story

PITS = "ABCDEFabcdef"
IS_PREVIEWED = True  # pointing at a pit shows where its stones would fall


def board(position: Position) -> dict[str, Any]:
    """The parts of the board."""
    return {"cells": None, "stones": list(position.stones), "counter": 0}


def story(before: Position, move: Move) -> Story:
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


def refusals(position: Position) -> dict[str, str]:
    """Why each pit that is not among the moves cannot be played."""
    legal = {move.squares[0] for move in position.legal_moves}
    reasons = {}
    for pit in PITS:
        if pit not in legal:
            try:
                position.move(pit)
            except IllegalMoveError as error:
                reasons[pit] = str(error)
    return reasons


def notice(position: Position) -> str | None:
    """The refusals say all there is to say."""
    return None


def tries(position: Position, square: str) -> list[str]:
    """The pit itself."""
    return [square]
