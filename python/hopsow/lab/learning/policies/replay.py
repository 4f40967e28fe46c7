"""The latest positions of the games, to learn from.

Positions have serial numbers; one that is too old gives its place to a new one. A position can be
learned from once the result of its game is known.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hopsow.files import write_atomically

Arrays = dict[str, NDArray[Any]]
UNKNOWN = -2  # instead of a result


class Replay:
    """Positions: what was seen, how often each action should be played, values and results.

    `actions` and `policy` have as many columns as the position with the most legal actions needs;
    -1 fills the rows of others.
    """

    def __init__(self, capacity: int, shape: tuple[int, ...]) -> None:
        self.capacity = capacity
        self.added = 0
        self.arrays: Arrays = {
            "observations": np.zeros((capacity, *shape), np.uint8),
            "actions": np.zeros((capacity, 0), np.int16),
            "policy": np.zeros((capacity, 0), np.float16),
            "values": np.zeros(capacity, np.float32),
            "movers": np.zeros(capacity, np.uint8),
            "results": np.full(capacity, UNKNOWN, np.int8),
        }

    def add(
        self,
        observations: NDArray[np.uint8],
        legal: tuple[NDArray[np.int64], NDArray[np.int32]],
        policy: NDArray[np.float32],
        values: NDArray[np.float32],
        movers: NDArray[np.uint8],
    ) -> int:
        """Add positions whose results are not known yet; the number of the first one."""
        indptr, actions = legal
        count, lengths = len(observations), np.diff(indptr)
        self._widen(int(lengths.max()))
        first = self.added
        places = np.arange(first, first + count) % self.capacity
        rows = np.repeat(places, lengths)
        columns = np.arange(len(actions)) - np.repeat(indptr[:-1], lengths)
        arrays = self.arrays
        arrays["actions"][places] = -1
        arrays["policy"][places] = 0
        arrays["actions"][rows, columns] = actions
        arrays["policy"][rows, columns] = policy
        arrays["observations"][places] = observations
        arrays["values"][places] = values
        arrays["movers"][places] = movers
        arrays["results"][places] = UNKNOWN
        self.added += count
        return first

    def settle(self, numbers: list[int], rewards: NDArray[np.float32]) -> None:
        """Say how the game of some positions ended, for each side."""
        still_here = np.array(numbers)
        still_here = still_here[still_here >= self.added - self.capacity]
        places = still_here % self.capacity
        self.arrays["results"][places] = rewards[self.arrays["movers"][places]]

    @property
    def known(self) -> NDArray[np.intp]:
        """The places of positions that can be learned from."""
        return np.flatnonzero(self.arrays["results"] != UNKNOWN)

    def at(self, places: NDArray[np.intp]) -> Arrays:
        """Some positions."""
        return {name: array[places] for name, array in self.arrays.items()}

    def write(self, path: Path) -> None:
        """Write the positions that can be learned from into a file, completely or not at all."""
        from io import BytesIO

        known = self.known
        order = known[np.argsort((known - self.added) % self.capacity)]  # the oldest first
        content = BytesIO()
        np.savez(content, **self.at(order))  # type: ignore[arg-type]
        write_atomically(path, content.getvalue())

    def read(self, path: Path) -> None:
        """Take the latest positions of a file that `write` has written."""
        with path.open("rb") as file, np.load(file) as content:
            arrays = {name: content[name][-self.capacity :] for name in self.arrays}
        count = len(arrays["results"])
        self._widen(arrays["actions"].shape[1])
        for name, array in arrays.items():
            self.arrays[name][:count] = array
        self.added = count

    def _widen(self, width: int) -> None:
        for name, nothing in (("actions", -1), ("policy", 0)):
            more = width - self.arrays[name].shape[1]
            if more > 0:
                self.arrays[name] = np.pad(
                    self.arrays[name], ((0, 0), (0, more)), constant_values=nothing
                )
