"""Strategies drawn from tables: moves that keep a result whatever the other side plays.

A file answers the positions that come about while its side follows it, down to a size where tables
take over. It is written completely or not at all.
"""

from __future__ import annotations

from hopsow import tables
from hopsow._native import Strategy, make_strategy
from hopsow.files import read_small
from hopsow.games import parse
from hopsow.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from hopsow._native import Tables
    from hopsow.games import Position

    Progress = Callable[[int, int], object]

__all__ = ["SUFFIX", "Strategy", "in_folder", "in_words", "make", "read"]

SUFFIX = ".strategy"
HELD = {1: "win", 0: "draw"}


def make(
    game: str,
    stones_per_pit: int,
    rules: str,
    known: Tables,
    *,
    below: int,
    side: str | None = None,
    progress: Progress | None = None,
    device: str = tables.DEVICES[0],
    folder: Path | None = None,
    memory: int | None = None,
) -> Strategy:
    """Draw a strategy for a side, or for both, from tables that know the whole game.

    Positions of up to `below` stones are left to tables. On a graphics card (`device="cuda"`) what
    the tables do not know is solved and stays in `memory`; `folder` takes what fits nowhere else.
    """
    start_text = tables.room(game, "have a strategy").start_text
    start = parse(game, start_text(stones_per_pit), rules)
    for_rules, sizes = tables.sizes(game)
    reach, needed = known.reach(game) or 0, tables.size_of(start)
    layers = None
    if rules == for_rules and reach < needed:
        if device == tables.DEVICES[0] or folder is None:
            way = tables.build_command(game, needed) if needed in sizes else "--device cuda"
            raise ValueError(
                f"a strategy needs tables up to size {needed}, and they reach size {reach}: {way}"
            )
        on_card = tables.room(f"cuda.{game}", "be solved on a graphics card")
        layers = on_card.values(on_card.card(), needed, reach, folder, memory, progress)
    return make_strategy(start, below, known, side, progress, layers)


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


def in_words(position: Position, strategies: Sequence[Strategy]) -> str | None:
    """What a move is sure of by one of the strategies, if one has the position."""
    for each in strategies:
        if (answer := each.answer(position)) is not None:
            move, result = answer
            return f"the {HELD[result]} is certain with {move}"
    return None
