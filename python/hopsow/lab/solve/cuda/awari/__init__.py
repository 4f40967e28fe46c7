"""Awari on a graphics card: all layers up to a size, for files or for the value of a start."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hopsow.errors import TableError
from hopsow.games import parse
from hopsow.lab.solve.awari import (
    GAME,
    Layer,
    Solution,
    Told,
    layers_below,
    positions,
    start_text,
)
from hopsow.lab.solve.cuda.awari.layers import KERNELS, RULES, Layers, Recomputed
from hopsow.lab.solve.cuda.awari.rows import PITS, ROW
from hopsow.lab.solve.cuda.awari.store import Store
from hopsow.lab.solve.cuda.card import Card, CudaCard
from hopsow.tables import read_values, refuse_too_little_memory, table_files, write_table

MOST_STONES = 48
EXACT_BYTES = 2  # of the card for each position of a layer whose values are exact
BESIDES = 1 << 30  # tables, and the largest split of a layer below


def card() -> CudaCard:
    """The graphics card, with the kernels for this game."""
    return CudaCard(KERNELS)


def reach(card: Card) -> int:
    """The most stones for which the card can hold a layer with exact values."""
    return max(n for n in range(MOST_STONES + 1) if n == 0 or _exact_bytes(n) <= card.free())


def _exact_bytes(stones: int) -> int:
    return EXACT_BYTES * positions(stones) + BESIDES


def build(
    card: Card,
    size: int,
    folder: Path,
    memory: int | None,
    threads: int = 1,
    progress: Callable[[float], None] | None = None,
    rules: str = RULES[0],
) -> None:
    """Write the files of all layers up to a size; those that are there are read."""
    if size > reach(card):
        raise ValueError(
            f"{card.name} has memory for {reach(card)} stones, not for {size}: "
            "without --device cuda the processor builds them"
        )
    total = sum(positions(stones) for stones in range(size + 1))
    done = 0
    with tempfile.TemporaryDirectory(prefix="layers-", dir=folder) as place:
        layers = Layers(card, size, Store(card, memory, Path(place)), rules=rules)
        for stones in range(size + 1):
            values = _values(folder, stones, rules)
            if values is not None:
                layers.take(stones, values)
            else:
                layers.solve(stones)
                _write(layers, stones, folder, threads, rules)
            layers.keep()
            done += positions(stones)
            if progress is not None:
                progress(done / total)
        layers.close()


def _values(folder: Path, stones: int, rules: str) -> NDArray[np.int8] | None:
    """What the file of a layer says, if it is there and sound."""
    try:
        values = read_values(folder / table_files(GAME, stones, rules)[0])
    except TableError:
        return None
    return values if len(values) == positions(stones) else None


def _write(layers: Layers, stones: int, folder: Path, threads: int, rules: str) -> None:
    values, about = layers.by_rank()
    _refuse_wrong(stones, about)
    write_table(GAME, folder, stones, values, threads, rules)


def _refuse_wrong(stones: int, about: Recomputed) -> None:
    if about.wrong:
        raise TableError(
            f"{about.wrong} positions of {stones} stones disagree with their moves: "
            "the card has made a mistake"
        )


def solve(
    card: Card,
    stones_per_pit: int,
    rules: str,
    folder: Path,
    memory: int | None,
    *,
    check: int = 0,
    told: Told | None = None,
) -> Solution:
    """The value of the start with so many stones in each pit, from all layers below it.

    Values are exact where the card can hold them; otherwise they are cut to what decides the
    start. Layers of up to `check` stones are recomputed once more from their moves.
    """
    if rules not in RULES:
        raise ValueError(f"rules {rules!r} cannot be solved, expected {' or '.join(RULES)}")
    top = PITS * stones_per_pit
    is_exact = _exact_bytes(top) <= card.free()
    begun = time.monotonic()
    solution = Solution(stones_per_pit, rules, card.name, is_exact)

    def window(stones: int) -> int:
        return stones if is_exact else min(stones, top + 1 - stones)

    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="layers-", dir=folder) as place:
        layers = Layers(card, top, Store(card, memory, Path(place)), window, rules)
        for stones in layers_below(top):
            layer = _solved(layers, stones, stones <= check)
            solution.layers.append(layer)
            if told is not None:
                told(layer, time.monotonic() - begun)
            if stones < top:
                layers.keep()
        for move, own, others in _first_moves(stones_per_pit):
            solution.moves[move] = _worth(layers, top, own, others)
        solution.seconds = time.monotonic() - begun
        layers.close()
    return solution


def _solved(layers: Layers, stones: int, is_checked: bool) -> Layer:
    counts = layers.solve(stones)
    results = None
    if is_checked:
        about = layers.recount()
        _refuse_wrong(stones, about)
        results = (about.wins, about.draws, about.losses)
    wins, draws, losses = counts.wins, counts.draws, counts.losses
    return Layer(stones, wins, draws, losses, True, counts.sweeps, results, counts.digest)


def values(
    card: Card,
    size: int,
    above: int,
    folder: Path,
    memory: int | None,
    progress: Callable[[int, int], object] | None = None,
) -> dict[int, NDArray[np.int8]]:
    """The values of all layers with more than `above` stones in a game of `size`, by rank.

    They stay in memory. `progress` is called with the stones of each layer and all values so far.
    """
    if size > reach(card):
        raise ValueError(f"{card.name} has memory for {reach(card)} stones, not for {size}")
    wanted = {stones: positions(stones) for stones in layers_below(size) if stones > above}
    needed = sum(wanted.values())
    refuse_too_little_memory(f"the values of {above + 1} to {size} stones", needed, memory)
    known: dict[int, NDArray[np.int8]] = {}
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="layers-", dir=folder) as place:
        layers = Layers(card, size, Store(card, memory, Path(place), besides=needed))
        for stones in layers_below(size):
            layers.solve(stones)
            if stones in wanted:
                known[stones], about = layers.by_rank()
                _refuse_wrong(stones, about)
            if stones < size:
                layers.keep()
            if progress is not None:
                progress(stones, sum(map(len, known.values())))
        layers.close()
    return known


Pits = tuple[int, ...]


def _first_moves(stones_per_pit: int) -> Iterator[tuple[str, Pits, Pits]]:
    """Each first move with the rows of the other side, who moves then, and of the mover."""
    position = parse(GAME, start_text(stones_per_pit))
    for move in position.legal_moves:
        pits = tuple(int(stones) for stones in str(position.play(move)).split("-")[:PITS])
        yield str(move), pits[ROW:], pits[:ROW]


def _worth(layers: Layers, top: int, own: Pits, others: Pits) -> int:
    """What a first move is worth to the mover."""
    stones = sum(own) + sum(others)
    if stones == top:
        return -layers.value(own, others)
    return top - stones - layers.store.value(stones, layers.rows.packed_cell(own, others))
