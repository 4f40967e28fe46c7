"""Finished layers, packed: on the card while it has room for them, then in memory, then on disk."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np

from hopsow.lab.solve.cuda.awari.rows import digits
from hopsow.lab.solve.cuda.card import PIECE, Card, Words
from hopsow.tables import amount, free_memory

DISK_LEFT = 1 << 30
KEPT_FREE = 2 << 30  # of the memory, for everything else
SUFFIX = ".words"


@dataclass
class Stored:
    """The values of a layer that captures can lead to, `each` of them in a word."""

    stones: int
    values: int
    window: int
    address: int = 0
    pieces: list[Words] = field(default_factory=list)

    @property
    def radix(self) -> int:
        """As many as there are different values."""
        return max(3, 2 * self.window + 1)

    @property
    def each(self) -> int:
        """The values in a word."""
        return digits(self.radix)

    @property
    def words(self) -> int:
        """The words that hold them all."""
        return -(-self.values // self.each)


class Store:
    """Where finished layers are; `memory` and the disk of `folder` take what the card cannot.

    Of the memory, `besides` bytes are for something else.
    """

    def __init__(self, card: Card, memory: int | None, folder: Path, besides: int = 0) -> None:
        if memory is None:
            memory = (free_memory() or 0) - KEPT_FREE
        self._card, self._memory, self._folder = card, max(0, memory - besides), folder
        self._layers: dict[int, Stored] = {}
        self._in_memory: dict[int, int] = {}

    def __getitem__(self, stones: int) -> Stored:
        return self._layers[stones]

    def add(self, layer: Stored, is_on_card: bool) -> Stored:
        """Make room for a layer."""
        if is_on_card:
            layer.address = self._card.allocate(8 * layer.words)
        else:
            layer.pieces = self._pieces(layer)
        self._layers[layer.stones] = layer
        return layer

    def drop_below(self, stones: int) -> None:
        """Forget the layers with fewer stones: no capture leads to them any more."""
        for each in [each for each in self._layers if each < stones]:
            layer = self._layers.pop(each)
            layer.pieces.clear()
            self._memory += self._in_memory.pop(each, 0)
            if layer.address:
                self._card.release(layer.address)
            self._file(each).unlink(missing_ok=True)

    def unpack(self, stones: int, low: int, high: int, address: int) -> None:
        """Write the values from `low` to `high` of a layer to the card, a byte for each."""
        layer = self._layers[stones]
        first, end = low // layer.each, -(-high // layer.each)
        shape = (np.int32(layer.window), np.int32(layer.radix), np.int32(layer.each))
        span = (np.uint64(low), np.uint64(high), np.uint64(address))

        def write(packed: int, begin: int, words: int) -> None:
            number = (np.uint64(packed), np.uint64(begin), np.uint64(words))
            self._card.stride("unpack", *number, *shape, *span)

        if layer.address:
            write(layer.address + 8 * first, first, end - first)
            return
        skipped = first // PIECE
        pieces = layer.pieces[skipped : -(-end // PIECE)]
        self._card.send(
            pieces, lambda packed, begin, words: write(packed, begin + skipped * PIECE, words)
        )

    def value(self, stones: int, number: int) -> int:
        """One value of a layer."""
        layer = self._layers[stones]
        at, digit = divmod(number, layer.each)
        word = np.zeros(1, np.uint64)
        if layer.address:
            self._card.get(layer.address + 8 * at, word)
        else:
            word[0] = layer.pieces[at // PIECE][at % PIECE]
        number = int(word[0]) // int(layer.radix**digit)
        return number % layer.radix - layer.window

    def _pieces(self, layer: Stored) -> list[Words]:
        sizes = [min(PIECE, layer.words - begin) for begin in range(0, layer.words, PIECE)]
        in_memory = 0
        while in_memory < len(sizes) and 8 * sizes[in_memory] <= self._memory:
            self._memory -= 8 * sizes[in_memory]
            in_memory += 1
        self._in_memory[layer.stones] = 8 * sum(sizes[:in_memory])
        pieces = [np.empty(size, np.uint64) for size in sizes[:in_memory]]
        rest = sizes[in_memory:]
        if not rest:
            return pieces
        space = shutil.disk_usage(self._folder).free - DISK_LEFT
        if 8 * sum(rest) > space:
            raise ValueError(
                f"the layer of {layer.stones} stones takes {amount(8 * sum(rest))} more than the "
                f"memory holds, and there are {amount(max(0, space))} at {self._folder}"
            )
        file = np.memmap(self._file(layer.stones), np.uint64, "w+", shape=sum(rest))
        starts = np.cumsum([0, *rest])
        return pieces + [file[a:b] for a, b in pairwise(starts)]

    def _file(self, stones: int) -> Path:
        return self._folder / f"layer-{stones:02}{SUFFIX}"
