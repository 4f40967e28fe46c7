"""Making strategies: moves that keep a result whatever the other side plays.

Reading and playing them is the product's (`hopsow.tables.strategy`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hopsow import tables
from hopsow._native import Strategy, Tables, make_strategy
from hopsow.games import parse
from hopsow.lab.solve import awari, cuda, refuse_others
from hopsow.tables.builders import PROCESSOR

Progress = Callable[[int, int], object]


def make(
    game: str,
    stones_per_pit: int,
    rules: str,
    known: Tables,
    *,
    below: int,
    side: str | None = None,
    progress: Progress | None = None,
    device: str = PROCESSOR,
    folder: Path | None = None,
    memory: int | None = None,
) -> Strategy:
    """Extract a strategy for a side, or for both, from tables that know the whole game.

    Positions of up to `below` stones are left to tables. On a graphics card (`device="cuda"`) what
    the tables do not know is solved and stays in `memory`; `folder` takes what fits nowhere else.
    """
    refuse_others(game, "have a strategy")
    start = parse(game, awari.start_text(stones_per_pit), rules)
    for_rules, sizes = tables.sizes(game)
    reach, needed = known.reach(game) or 0, tables.size_of(start)
    layers = None
    if rules == for_rules and reach < needed:
        if device == PROCESSOR or folder is None:
            way = tables.build_command(game, needed) if needed in sizes else "--device cuda"
            raise ValueError(
                f"a strategy needs tables up to size {needed}, and they reach size {reach}: {way}"
            )
        on_card = cuda.solver(game, "be solved")
        layers = on_card.values(on_card.card(), needed, reach, folder, memory, progress)
    return make_strategy(start, below, known, side, progress, layers)
