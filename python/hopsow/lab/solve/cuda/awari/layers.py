"""Solving one layer after another on a card: the kernels in their order, and the room they take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hopsow.lab.solve.awari import positions
from hopsow.lab.solve.cuda.awari.blocks import LANES, blocks_of, gather_bytes, sweep_bytes
from hopsow.lab.solve.cuda.awari.rows import (
    MOST_CAPTURED,
    PITS,
    ROW,
    SUMS,
    Rows,
    binomials,
)
from hopsow.lab.solve.cuda.awari.store import Store, Stored
from hopsow.lab.solve.cuda.card import Card

KERNELS = Path(__file__).with_name("kernels.cu")
RULES = ("forfeit", "romein-bal", "oware")  # as the kernels number them

STAMPED = 256
LAST_STAMP = 250
NIBBLE, PAIR = 7, 1  # the largest windows of the smaller formats
RANKED_AT_ONCE = 1 << 30  # positions
SPARE = 64 << 20


@dataclass(frozen=True)
class Counts:
    """What a solved layer is like, as the side to move sees it; only open positions count."""

    stones: int
    positions: int
    wins: int
    draws: int
    losses: int
    digest: int
    sweeps: int


class Recomputed(NamedTuple):
    """What positions are worth when their moves are looked at once more."""

    wins: int
    draws: int
    losses: int
    wrong: int  # that the layer has another value for

    def __add__(self, other: tuple[object, ...]) -> Recomputed:
        """The same of both together."""
        assert isinstance(other, Recomputed)
        return Recomputed(*(a + b for a, b in zip(self, other, strict=True)))


class Staged(NamedTuple):
    """Splits of a layer below that are on the card at once."""

    taken: int
    low: int
    high: int


@dataclass
class Layer:
    """The layer at work."""

    stones: int
    window: int
    format: int
    size: int
    cells: int
    captures: int
    stamps: int


class Layers:
    """Solves layers of up to `most` stones.

    `window` says how far from 0 the values of a layer matter.
    """

    def __init__(
        self,
        card: Card,
        most: int,
        store: Store,
        window: Callable[[int], int] = lambda stones: stones,
        rules: str = "forfeit",
    ) -> None:
        self.card, self.most, self.store, self.window = card, most, store, window
        self.rules = np.int32(RULES.index(rules))
        self.rows = Rows(most)
        self.at_work: Layer | None = None
        self._allocated: list[int] = []
        self._tables = self._upload()
        self._plan = self._allocate(4 * 3 * SUMS)
        self._below = self._allocate(8 * 3 * (MOST_CAPTURED + 1))
        self._counts = self._allocate(8 * 4)
        self._room = card.free()

    def solve(self, stones: int) -> Counts:
        """Solve a layer; those below it that captures lead to must be in the store."""
        self._begin(stones)
        for staged in self._passes(stones):
            with self._staged(stones, staged):
                self._launch("gather", gather_bytes, np.uint64(self._below))
        layer, sweeps = self._layer(), self._sweep()
        results = self._results(f"count{layer.format}", layer.cells, layer.size)
        return Counts(stones, layer.size, *results, sweeps)

    def keep(self) -> None:
        """Put the layer at work into the store, and forget those that are of no more use."""
        layer = self._layer()
        stored = self._stored(layer.stones)
        self.store.drop_below(layer.stones + 1 - MOST_CAPTURED)
        is_on_card = self._fits_until_the_end(layer.stones)
        if is_on_card:
            self._release_stamps()
        self.store.add(stored, is_on_card)
        shape = (np.int32(layer.window), np.int32(stored.radix), np.int32(stored.each))

        def pack(address: int, first: int, words: int) -> None:
            place = (np.uint64(layer.cells), np.uint64(first), np.uint64(words))
            kernel = f"pack{layer.format}"
            about = (self._tables, np.int32(layer.stones), *shape, *place, np.uint64(address))
            self.card.stride(kernel, *about)

        if is_on_card:
            pack(stored.address, 0, stored.words)
        else:
            self.card.fetch(stored.pieces, pack)

    def recomputed(self) -> Iterator[tuple[int, int, Recomputed]]:
        """All positions of the layer at work, open or not, each computed once more from its moves.

        They come in parts, in the order of the tables' files: where on the card the values are,
        how many there are, and what is to say about them.
        """
        layer = self._layer()
        total = positions(layer.stones)
        self._release_stamps()
        at_once = min(total, RANKED_AT_ONCE, max(1, self.card.free() // 4))
        address = self.card.allocate(at_once)
        try:
            for first in range(0, total, at_once):
                size = min(at_once, total - first)
                yield address, size, self._recompute(address, first, size)
        finally:
            self.card.release(address)

    def recount(self) -> Recomputed:
        """The results of all positions of the layer at work, computed once more."""
        about = Recomputed(0, 0, 0, 0)
        for _, _, part in self.recomputed():
            about += part
        return about

    def by_rank(self) -> tuple[NDArray[np.int8], Recomputed]:
        """The values of all positions of the layer at work in the order of the tables' files."""
        values = np.empty(positions(self._layer().stones), np.int8)
        done, about = 0, Recomputed(0, 0, 0, 0)
        for address, size, part in self.recomputed():
            self.card.get(address, values[done : done + size])
            done, about = done + size, about + part
        return values, about

    def take(self, stones: int, values: NDArray[np.int8]) -> None:
        """Make a layer whose values by rank are known the one at work."""
        layer = self._begin(stones)
        self._release_stamps()
        for first in range(0, len(values), RANKED_AT_ONCE):
            part = values[first : first + RANKED_AT_ONCE]
            address = self.card.allocate(len(part))
            self.card.put(address, part)
            span = (np.uint64(first), np.uint64(len(part)), np.uint64(address))
            about = (self._tables, np.int32(stones), np.int32(layer.window), *span)
            self.card.stride(f"arrange{layer.format}", *about, np.uint64(layer.cells))
            self.card.release(address)

    def value(self, own: tuple[int, ...], others: tuple[int, ...]) -> int:
        """The value of an open position in the layer at work."""
        layer = self._layer()
        number = self.rows.cell(own, others)
        byte = np.zeros(1, np.uint8)
        self.card.get(layer.cells + (number >> 1 if layer.format == 2 else number), byte)
        if layer.format == 0:
            return int(byte.view(np.int8)[0])
        shift, mask = (0, 15) if layer.format == 1 else (4 * (number & 1), 3)
        return (int(byte[0]) >> shift & mask) - layer.window

    def _upload(self) -> np.uint64:
        rows, put = self.rows, self._put
        starts = [_before(each) for each in (rows.rows, rows.open, rows.emptied)]
        lists: list[NDArray[Any]] = [
            *(rows.rows, rows.open, rows.emptied, *starts),
            *(binomials(ROW).astype(np.uint32), binomials(PITS), rows.line_at, rows.packed_at),
            *(rows.row, rows.open_row, rows.open_number, rows.emptied_number, rows.emptied_row),
        ]
        moves = self._allocate(4 * ROW * len(rows.row))
        addresses = [*(put(each) for each in lists), moves]
        tables = np.uint64(put(np.array(addresses, np.uint64)))
        for stones in range(self.most + 1):
            self.card.stride("list_moves", tables, np.int32(stones), np.uint64(moves))
        return tables

    def _allocate(self, size: int) -> int:
        """Memory that is released at the end."""
        self._allocated.append(self.card.allocate(size))
        return self._allocated[-1]

    def _put(self, values: NDArray[Any]) -> int:
        address = self._allocate(values.nbytes)
        self.card.put(address, values)
        return address

    def _layer(self) -> Layer:
        assert self.at_work is not None
        return self.at_work

    def _format(self, stones: int) -> int:
        window = self.window(stones)
        if window > NIBBLE:
            return 0
        return 2 if stones == self.most and window == PAIR else 1

    def _work_bytes(self, stones: int) -> tuple[int, int, int]:
        """What cells, captures and stamps of a layer take."""
        size, form = self.rows.size(stones), self._format(stones)
        cells = ((size + 1) // 2 if form == 2 else size) + 512 & ~255
        return cells, (cells if form == 0 else 0), size // STAMPED + 1

    def _begin(self, stones: int) -> Layer:
        """Room for a layer in which every value is 0 and nothing has been captured."""
        self._release_layer()
        form, window = self._format(stones), self.window(stones)
        cells, captures, stamps = self._work_bytes(stones)
        at = self.card.allocate(cells)
        layer = Layer(stones, window, form, self.rows.size(stones), at, 0, 0)
        self.at_work = layer
        empty = {0: 0, 1: 0xF0 | window, 2: 0x11 * (0xC | window)}
        self.card.fill(at, empty[form], cells)
        if captures:
            layer.captures = self.card.allocate(captures)
            self.card.fill(layer.captures, 0x80, captures)
        layer.stamps = self.card.allocate(stamps)
        plan, self._groups = blocks_of(self.rows, stones)
        self.card.put(self._plan, plan)
        return layer

    def close(self) -> None:
        """Release all memory of the card."""
        self._release_layer()
        self.store.drop_below(self.most + 1)
        for address in self._allocated:
            self.card.release(address)

    def _release_layer(self) -> None:
        if self.at_work is not None:
            for address in (self.at_work.cells, self.at_work.captures, self.at_work.stamps):
                if address:
                    self.card.release(address)
            self.at_work = None

    def _release_stamps(self) -> None:
        """Release what only solving needs."""
        layer = self._layer()
        for address in (layer.captures, layer.stamps):
            if address:
                self.card.release(address)
        layer.captures = layer.stamps = 0

    def _launch(self, kernel: str, shared: Callable[[int], int], *given: np.generic) -> None:
        """Run a kernel over all splits of the layer at work."""
        layer = self._layer()
        about = (self._tables, np.int32(layer.stones), np.int32(layer.window))
        place = (np.uint64(self._plan), np.uint64(layer.cells), np.uint64(layer.captures))
        for first, blocks, crossings in self._groups:
            group = (np.int32(crossings), np.uint32(first))
            name, size = f"{kernel}{layer.format}", shared(crossings)
            self.card.launch(name, blocks, LANES, size, *about, *group, *place, *given)

    def _sweep(self) -> int:
        """Sweep until nothing changes; the number of sweeps."""
        layer = self._layer()
        counter = np.zeros(1, np.uint64)
        sweeps = number = 0
        while True:
            if number % LAST_STAMP == 0:
                self.card.fill(layer.stamps, 0, layer.size // STAMPED + 1)
                number = 0
            number, sweeps = number + 1, sweeps + 1
            self.card.fill(self._counts, 0, 8)
            about = (np.int32(number), np.uint64(layer.stamps), self.rules)
            self._launch("sweep", sweep_bytes, *about, np.uint64(self._counts))
            self.card.get(self._counts, counter)
            if not counter[0]:
                return sweeps

    def _stored(self, stones: int) -> Stored:
        return Stored(stones, self.rows.packed_size(stones), self.window(stones))

    def _fits_until_the_end(self, stones: int) -> bool:
        """Whether the card can hold this layer until no capture leads to it any more."""
        users = range(stones + 2, min(stones + MOST_CAPTURED, self.most) + 1)
        return all(self._room_at(user) >= 0 for user in users)

    def _room_at(self, stones: int) -> int:
        """What the card has left beside a layer and all below it, packed and not."""
        below = range(max(0, stones - MOST_CAPTURED), max(0, stones - 1))
        packed = sum(8 * self._stored(each).words + self.rows.packed_size(each) for each in below)
        return self._room - sum(self._work_bytes(stones)) - packed - SPARE

    def _passes(self, stones: int) -> Iterator[list[Staged]]:
        """The splits of the layers below, as many at a time as there is room for."""
        room = self.card.free() - SPARE
        staged: list[Staged] = []
        used = 0
        for taken in range(2, min(MOST_CAPTURED, stones) + 1):
            starts = self.rows.packed_at[stones - taken]
            low = 0
            for split in range(stones - taken + 1):
                size = int(starts[split + 1] - starts[split])
                if used + size > room:
                    staged += [Staged(taken, low, split - 1)] if split > low else []
                    if not staged:
                        raise ValueError(f"the card's memory is too small for {stones} stones")
                    yield staged
                    staged, used, low = [], 0, split
                used += size
            staged.append(Staged(taken, low, stones - taken))
        if staged:
            yield staged

    @contextmanager
    def _staged(self, stones: int, staged: list[Staged]) -> Iterator[None]:
        """Splits of the layers below, unpacked on the card, and the list of them."""
        spans = [
            tuple(
                int(self.rows.packed_at[stones - each.taken, at])
                for at in (each.low, each.high + 1)
            )
            for each in staged
        ]
        address = begin = self.card.allocate(sum(high - low for low, high in spans))
        below = np.zeros((MOST_CAPTURED + 1, 3), np.uint64)
        try:
            for each, (low, high) in zip(staged, spans, strict=True):
                self.store.unpack(stones - each.taken, low, high, address)
                below[each.taken] = (address, each.low, each.high)
                address += high - low
            self.card.put(self._below, below)
            yield
        finally:
            self.card.release(begin)

    def _recompute(self, address: int, first: int, size: int) -> Recomputed:
        layer = self._layer()
        span = (np.uint64(first), np.uint64(size), np.uint64(layer.cells))
        about = (self._tables, np.int32(layer.stones), np.int32(layer.window), *span)
        is_first = True
        for staged in [*self._passes(layer.stones)] or [[]]:
            with self._staged(layer.stones, staged):
                rest = (
                    np.uint64(self._below),
                    self.rules,
                    np.int32(is_first),
                    np.uint64(address),
                )
                self.card.stride(f"recompute{layer.format}", *about, *rest)
                is_first = False
        wrong = np.zeros(1, np.uint64)
        self.card.fill(self._counts, 0, wrong.nbytes)
        ended = (self.rules, np.uint64(address), np.uint64(self._counts))
        self.card.stride(f"finish{layer.format}", *about, *ended)
        self.card.get(self._counts, wrong)
        wins, draws, losses, _ = self._results("count0", address, size)
        return Recomputed(wins, draws, losses, int(wrong[0]))

    def _results(self, kernel: str, address: int, size: int) -> tuple[int, int, int, int]:
        """Wins, draws, losses and the digest of values on the card."""
        counts = np.zeros(4, np.uint64)
        self.card.fill(self._counts, 0, counts.nbytes)
        about = (np.uint64(address), np.uint64(size), np.int32(self._layer().window))
        self.card.stride(kernel, *about, np.uint64(self._counts))
        self.card.get(self._counts, counts)
        wins, draws, losses, digest = (int(each) for each in counts)
        return wins, draws, losses, digest


def _before(counts: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The sum of all before each."""
    return np.concatenate([[0], np.cumsum(counts, dtype=np.uint64)[:-1]]).astype(np.uint32)
