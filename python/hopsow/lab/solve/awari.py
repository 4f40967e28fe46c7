"""The solution of Awari: the value of a start, and the counts by which solvers can be compared."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import comb
from pathlib import Path
from typing import Any

from hopsow import __version__, tables
from hopsow.games import parse

GAME = "awari"
RULES = ("forfeit", "oware")  # whose tables are exact
PITS = 12


def start_text(stones_per_pit: int) -> str:
    """The start with so many stones in each pit."""
    return "-".join([str(stones_per_pit)] * PITS) + "-0-0-S"


def positions(stones: int) -> int:
    """All positions with so many stones in the pits."""
    return comb(stones + PITS - 1, PITS - 1)


def open_positions(stones: int) -> int:
    """Those whose opponent's row has an empty pit, as after every move."""
    return positions(stones) - comb(stones + PITS // 2 - 1, PITS - 1)


def layers_below(top: int) -> list[int]:
    """The numbers of stones that can occur, and the start's own: nothing captures one stone."""
    return [stones for stones in range(top + 1) if stones != top - 1]


@dataclass(frozen=True, slots=True)
class Layer:
    """The results for the side to move of all positions with some stones, or of the open ones."""

    stones: int
    wins: int
    draws: int
    losses: int
    is_open: bool
    sweeps: int = 0
    all_results: tuple[int, int, int] | None = None  # where the layer was recomputed
    digest: int | None = None  # of the open positions' values, where a card solved the layer

    def as_json(self) -> dict[str, Any]:
        """The counts."""
        names = ("wins", "draws", "losses")
        results = dict(zip(names, (self.wins, self.draws, self.losses), strict=True))
        counts: dict[str, Any] = {"open" if self.is_open else "all": results}
        if self.all_results is not None:
            counts["all"] = dict(zip(names, self.all_results, strict=True))
        swept = {"sweeps": self.sweeps} if self.sweeps else {}
        digest = {} if self.digest is None else {"digest": f"{self.digest:016x}"}
        return {"stones": self.stones, **counts, **swept, **digest}


Told = Callable[[Layer, float], None]


@dataclass(slots=True)
class Solution:
    """What is known about a start. Unless it is exact, values are only right in their sign."""

    stones_per_pit: int
    rules: str
    device: str
    is_exact: bool
    moves: dict[str, int] = field(default_factory=dict)
    layers: list[Layer] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def value(self) -> int:
        """What the start is worth to the side to move."""
        return max(self.moves.values())

    @property
    def positions(self) -> int:
        """The start and all positions that can come about in play."""
        return 1 + sum(open_positions(layer.stones) for layer in self.layers)

    def as_json(self) -> dict[str, Any]:
        """A certificate."""
        about = {"game": GAME, "rules": self.rules, "start": start_text(self.stones_per_pit)}
        moves = {move: self._worth(value) for move, value in self.moves.items()}
        counts = {"positions": self.positions, "layers": [each.as_json() for each in self.layers]}
        made = {"hopsow": __version__, "device": self.device}
        seconds = {"seconds": round(self.seconds, 1)}
        return {**about, **self._worth(self.value), "moves": moves, **counts, **made, **seconds}

    def _worth(self, value: int) -> dict[str, Any]:
        result = {"result": result_of(value)}
        return {**result, "value": value} if self.is_exact else result


def result_of(value: int) -> str:
    """Won, drawn or lost."""
    return tables.RESULTS[(value > 0) - (value < 0)]


def solve(
    stones_per_pit: int,
    rules: str,
    folder: Path,
    *,
    threads: int = 1,
    memory: int | None = None,
    progress: tables.Progress | None = None,
    told: Told | None = None,
) -> Solution:
    """Solve a start by the tables that the processor builds."""
    top = PITS * stones_per_pit
    if rules not in RULES:
        raise ValueError(f"the rules {rules} are solved on a graphics card only: --device cuda")
    largest = tables.sizes(GAME, rules)[1][-1]
    if top > largest:
        raise ValueError(
            f"{top} stones are solved on a graphics card only (--device cuda): "
            f"the processor's tables end at {largest} stones"
        )
    begun = time.monotonic()
    if top > tables.built_in_size(GAME, rules):
        tables.build(
            *(GAME, top, folder),
            threads=threads,
            memory=memory,
            progress=progress,
            rules=rules,
        )
    solution = Solution(stones_per_pit, rules, "processor", is_exact=True)
    sizes = {}
    for each in [*tables.built_in(), *tables.files(folder)]:
        if isinstance(each, tables.TableFile) and (each.game, each.rules) == (GAME, rules):
            sizes[int(each.name)] = each
    for stones in layers_below(top):
        file = sizes[stones]
        layer = Layer(stones, file.wins, file.draws, file.losses, is_open=False)
        solution.layers.append(layer)
        if told is not None:
            told(layer, time.monotonic() - begun)
    start = parse(GAME, start_text(stones_per_pit), rules)
    moves = tables.open_tables(folder).rank_moves(start) or []
    solution.moves = {str(move): value for move, _, value in sorted(moves, key=_by_name)}
    solution.seconds = time.monotonic() - begun
    return solution


def _by_name(ranked: tuple[Any, int, int]) -> str:
    return str(ranked[0])
