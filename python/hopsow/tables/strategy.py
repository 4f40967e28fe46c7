"""Reading strategies: moves that keep a result whatever the other side plays.

A file answers the positions that come about while its side follows it, down to a size where tables
take over. It is written completely or not at all.
"""

from __future__ import annotations

from hopsow._native import Strategy
from hopsow.files import read_small
from hopsow.messages import Message
from hopsow.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hopsow.games import Position


__all__ = ["SUFFIX", "Strategy", "in_folder", "in_words", "read"]

SUFFIX = ".strategy"
HELD = {1: "win", 0: "draw"}


def read(path: str | Path, game: str | None = None) -> Strategy:
    """The strategy in a file; ValueError says why it is none, or that it is for another game."""
    try:
        strategy = Strategy(read_small(path))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if game not in (None, strategy.game):
        other = quoted(strategy.game)
        raise ValueError(f"{path}: this strategy is for {other}, not for {game}")
    return strategy


def in_folder(folder: Path) -> list[Strategy]:
    """The strategies beside the tables of a folder, those that leave least to tables first."""
    sound = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            sound.append(read(path))
        except ValueError:
            continue  # whoever asks for it by name is told
    return sorted(sound, key=lambda strategy: strategy.below)


def in_words(position: Position, strategies: Sequence[Strategy]) -> Message | None:
    """What a move is sure of by one of the strategies, if one has the position."""
    for each in strategies:
        if (answer := each.answer(position)) is not None:
            move, result = answer
            return Message(f"table.certain-{HELD[result]}", move=str(move))
    return None
