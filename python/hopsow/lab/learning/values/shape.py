"""A net in whole numbers, as arrays and as the file that the engine reads.

A net is a dictionary of arrays, named as `SCALES` and `Shape.sizes` have them. Training works with
real numbers; `whole` scales and rounds them to what the file can hold, `to_file` writes them,
`from_file` and `real` lead back. The format and the arithmetic are described in docs/evaluation.md.
"""

from __future__ import annotations

import zlib
from collections import namedtuple

import numpy as np

from hopsow import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Arrays = Mapping[str, np.ndarray[Any, Any]]

MAGIC = b"HOPSNET2"
NAME_BYTES = 16
HEADER_BYTES = len(MAGIC) + NAME_BYTES + 12
HIDDEN, SMALL = 256, 32
ONE = 127  # an activation of one
WEIGHT_SCALE, LAST_SCALE = 64, 256

# How the numbers of each array are scaled, and the type that holds them.
SCALES = {
    "first": (ONE, "<i2"),
    "first_bias": (ONE, "<i2"),
    "second": (WEIGHT_SCALE, "<i1"),
    "second_bias": (ONE * WEIGHT_SCALE, "<i4"),
    "third": (WEIGHT_SCALE, "<i1"),
    "third_bias": (ONE * WEIGHT_SCALE, "<i4"),
    "last": (LAST_SCALE, "<i2"),
    "last_bias": (LAST_SCALE * ONE, "<i4"),
}
OF_EACH_FIRST = ("first", "first_bias")
OF_EACH_KIND = ("second", "second_bias", "third", "third_bias", "last", "last_bias")


class Shape(namedtuple("Shape", "game inputs most_on kinds")):
    """How large a game's net is: its inputs, the most that are on at once, kinds of positions."""

    __slots__ = ()
    game: str
    inputs: int
    most_on: int
    kinds: int

    def sizes(self, firsts: int = 1) -> dict[str, tuple[int, ...]]:
        """The dimensions of each array; where there are weights, outputs come before inputs.

        There is one first layer, or one for each kind of positions.
        """
        kinds = self.kinds
        return {
            "first": (firsts, self.inputs, HIDDEN),  # a row for each input, since few are on
            "first_bias": (firsts, HIDDEN),
            "second": (kinds, SMALL, HIDDEN),
            "second_bias": (kinds, SMALL),
            "third": (kinds, SMALL, SMALL),
            "third_bias": (kinds, SMALL),
            "last": (kinds, SMALL),
            "last_bias": (kinds,),
        }


def shape_of(game: str) -> Shape:
    """The shape of a game's nets."""
    return Shape(game, *_native.net_shape(game))


def real(net: Arrays) -> Arrays:
    """The numbers that whole ones stand for."""
    return {name: net[name].astype(np.float64) / scale for name, (scale, _) in SCALES.items()}


def largest(name: str) -> float:
    """The largest real number that an array of this name can hold; the least is its negative."""
    scale, kind = SCALES[name]
    return float(np.iinfo(kind).max) / scale


def whole(net: Arrays) -> Arrays:
    """The net in whole numbers; what is too large for the file becomes the largest that fits."""
    rounded = {}
    for name, (scale, kind) in SCALES.items():
        limits = np.iinfo(kind)
        numbers = np.rint(np.asarray(net[name], np.float64) * scale)
        rounded[name] = numbers.clip(-limits.max, limits.max).astype(kind)
    return rounded


def to_file(shape: Shape, net: Arrays) -> bytes:
    """The file of a net in whole numbers."""
    firsts = len(net["first"])
    for name, size in shape.sizes(firsts).items():
        if net[name].shape != size or net[name].dtype != np.dtype(SCALES[name][1]):
            raise ValueError(f"{name} is {net[name].dtype} {net[name].shape}, expected {size}")
    head = [
        MAGIC,
        shape.game.encode().ljust(NAME_BYTES, b"\0"),
        np.array([shape.inputs, shape.kinds, firsts], "<u4").tobytes(),
    ]
    content = b"".join(head + [part.tobytes() for part in _parts(shape, net)])
    return content + zlib.crc32(content).to_bytes(4, "little")


def from_file(shape: Shape, content: bytes) -> Arrays:
    """The net in a file that the core has read without complaint."""
    firsts, at = int.from_bytes(content[HEADER_BYTES - 4 : HEADER_BYTES], "little"), HEADER_BYTES
    net = {name: np.empty(size, SCALES[name][1]) for name, size in shape.sizes(firsts).items()}
    for part in _parts(shape, net):
        part[...] = np.frombuffer(content, part.dtype, part.size, at).reshape(part.shape)
        at += part.nbytes
    return net


def _parts(shape: Shape, net: Arrays) -> list[np.ndarray[Any, Any]]:
    """The arrays in the order of the file, each as a view."""
    layers = [(OF_EACH_FIRST, len(net["first"])), (OF_EACH_KIND, shape.kinds)]
    return [net[name][i, ...] for names, count in layers for i in range(count) for name in names]
