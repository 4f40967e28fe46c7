"""A pipe that is read without waiting, and never further than somebody asked for."""

from __future__ import annotations

import os

CHUNK = 1 << 16
HEAD = 8192


class Stream:
    """The reading end of a pipe; `theirs` is the end to write to.

    `size` counts the bytes since the last `restart`. Once it is above `limit` nothing more is read.
    `tail` keeps only so many of the last bytes; None keeps all. The `head` is kept in any case.
    """

    def __init__(self, name: str, limit: int, tail: int | None = None) -> None:
        self.name, self.limit = name, limit
        self._tail = tail
        self.descriptor, self.theirs = os.pipe()
        os.set_blocking(self.descriptor, False)
        self.data = bytearray()
        self.head = b""
        self.size = 0
        self.has_ended = False

    @property
    def is_flooded(self) -> bool:
        """Whether more came than is allowed."""
        return self.size > self.limit

    def restart(self) -> None:
        """Count from here."""
        self.size = 0

    def read(self) -> None:
        """Read what is there."""
        while not self.has_ended and not self.is_flooded:
            try:
                data = os.read(self.descriptor, CHUNK)
            except BlockingIOError:
                return
            self.has_ended = not data
            self.data += data
            self.head += data[: HEAD - len(self.head)]
            self.size += len(data)
            if self._tail is not None:
                del self.data[: -self._tail]

    def take_line(self) -> bytes | None:
        """A whole line that has been read already, or None."""
        end = self.data.find(b"\n")
        if end < 0:
            return None
        line = bytes(self.data[: end + 1])
        del self.data[: end + 1]
        return line

    def close(self) -> None:
        """Nobody reads any more."""
        os.close(self.descriptor)
        self.descriptor = -1
        self.has_ended = True
