"""Solving on a graphics card, and building the tables of `hopsow tables build --device cuda`.

`card` is the card itself, through CuPy; `awari` solves that game. Neither is imported before a
card is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from hopsow.lab.solve import refuse_others


def solver(game: str, what: str) -> ModuleType:
    """The module that solves a game on a card."""
    refuse_others(game, f"{what} on a graphics card")
    try:
        from hopsow.lab.solve.cuda import awari
    except ImportError as error:
        raise ValueError(f"{error.name} is missing: pip install 'hopsow[cuda]'") from None
    return awari


def check(game: str, rules: str) -> None:
    """Refuse what no card solves, as `hopsow.tables.builders.TableBuilder` asks."""
    if rules not in solver(game, "be built").RULES:
        raise ValueError(f"tables for the rules {rules} are built by the processor only")


def build(
    game: str,
    size: int,
    folder: Path,
    *,
    rules: str,
    memory: int | None,
    threads: int,
    progress: Callable[[float], None] | None,
) -> None:
    """Build tables on the card."""
    on_card = solver(game, "be built")
    on_card.build(on_card.card(), size, folder, memory, threads, progress, rules)
