"""Pictures as files: PNG for a position, an animated GIF for a game.

Both have one palette of at most 256 colours. A frame of a GIF is no larger than what has changed,
packed by LZW as its specification of 1989 says.
"""

from __future__ import annotations

import struct
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.draw.pixels import Picture

COLOURS = 256
CLEAR, END, MOST_CODES = 256, 257, 4096
FRAME_CS, LAST_CS = 80, 300  # hundredths of a second


class Palette:
    """Colours by number, as they come; once there are too many, the nearest one."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._colours: list[int] = []

    def indices(self, pixels: list[int]) -> bytes:
        """The numbers of some pixels' colours."""
        known = self._numbers
        for colour in {*pixels} - known.keys():
            known[colour] = self._new(colour)
        return bytes([known[pixel] for pixel in pixels])

    def _new(self, colour: int) -> int:
        if len(self._colours) < COLOURS:
            self._colours.append(colour)
            return len(self._colours) - 1
        far = [_distance(colour, other) for other in self._colours]
        return far.index(min(far))

    def __bytes__(self) -> bytes:
        return b"".join(colour.to_bytes(3, "big") for colour in self._colours).ljust(
            3 * COLOURS, b"\0"
        )


def _distance(one: int, other: int) -> int:
    return sum(((one >> shift & 255) - (other >> shift & 255)) ** 2 for shift in (0, 8, 16))


def png(picture: Picture) -> bytes:
    """The file of one picture."""
    palette = Palette()
    rows = b"".join(b"\0" + palette.indices(row) for row in picture.rows)
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", bytes(palette)), (b"IDAT", zlib.compress(rows, 9)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in (*parts, (b"IEND", b"")))


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check


class Film:
    """The frames of a GIF."""

    def __init__(self) -> None:
        self._palette = Palette()
        self._shown: list[list[int]] = []
        self._frames: list[tuple[bytes, bytes]] = []

    def add(self, picture: Picture) -> None:
        """Show a picture next."""
        left, top, right, bottom = self._changed(picture)
        pixels = [pixel for row in picture.rows[top:bottom] for pixel in row[left:right]]
        place = struct.pack("<4HB", left, top, right - left, bottom - top, 0)
        self._frames.append((place, packed(self._palette.indices(pixels))))
        self._shown = picture.rows

    def _changed(self, picture: Picture) -> tuple[int, int, int, int]:
        if not self._shown:
            return 0, 0, picture.width, picture.height
        pairs = [
            (y, before, after)
            for y, (before, after) in enumerate(zip(self._shown, picture.rows, strict=True))
            if before != after
        ]
        if not pairs:
            return 0, 0, 1, 1
        columns = range(picture.width)
        left = min(next(x for x in columns if old[x] != new[x]) for _, old, new in pairs)
        right = max(next(x for x in columns[::-1] if old[x] != new[x]) for _, old, new in pairs)
        return left, pairs[0][0], right + 1, pairs[-1][0] + 1

    def __bytes__(self) -> bytes:
        size = struct.pack("<2H", len(self._shown[0]), len(self._shown))
        parts = [b"GIF89a", size, b"\xf7\0\0", bytes(self._palette)]
        parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")  # again and again
        for number, (place, content) in enumerate(self._frames, 1):
            time = FRAME_CS if number < len(self._frames) else LAST_CS
            parts += [struct.pack("<4sHH", b"\x21\xf9\x04\x04", time, 0), b",", place, content]
        return b"".join([*parts, b";"])


def packed(indices: bytes) -> bytes:
    """Bytes packed by LZW, in blocks of at most 255."""
    codes: dict[tuple[int, int], int] = {}
    size, following, prefix = 9, END + 1, -1
    bits, held, written = 0, 0, bytearray()

    def write(code: int) -> None:
        nonlocal bits, held
        held |= code << bits
        bits += size
        while bits >= 8:
            written.append(held & 255)
            held >>= 8
            bits -= 8

    write(CLEAR)
    for index in indices:
        if prefix < 0:
            prefix = index
            continue
        known = codes.get((prefix, index))
        if known is not None:
            prefix = known
            continue
        write(prefix)
        if following == MOST_CODES:
            write(CLEAR)
            codes.clear()
            size, following = 9, END + 1
        else:
            if following == 1 << size:
                size += 1
            codes[prefix, index] = following
            following += 1
        prefix = index
    write(prefix)
    write(END)
    if bits:
        written.append(held & 255)
    blocks = (bytes(written[at : at + 255]) for at in range(0, len(written), 255))
    return b"\x08" + b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"
