"""A graphics card as the solvers see it: memory by address, kernels by name, streams of words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hopsow.tables import amount

Words = NDArray[np.uint64]
# What is done with words on the card: their address, the number of the first, how many.
Work = Callable[[int, int, int], None]

PIECE = 1 << 22  # words that travel at once
COPIERS = 12
GRID = 4096  # blocks of a kernel that strides over its items
THREADS = 256
KEPT_FREE = 256 << 20  # for the driver
DYNAMIC_BYTES = 40 << 10  # of shared memory that a block gets without asking; some is fixed


class Card(Protocol):
    """What a solver asks of a card."""

    name: str

    def free(self) -> int:
        """The bytes that can still be allocated."""

    def allocate(self, size: int) -> int:
        """The address of so many bytes."""

    def release(self, address: int) -> None:
        """Give them back."""

    def fill(self, address: int, byte: int, size: int) -> None:
        """Set bytes."""

    def put(self, address: int, values: NDArray[Any]) -> None:
        """Copy an array to the card."""

    def get(self, address: int, values: NDArray[Any]) -> None:
        """Copy from the card into an array."""

    def launch(self, kernel: str, blocks: int, lanes: int, shared: int, *given: np.generic) -> None:
        """Run a kernel in so many blocks."""

    def stride(self, kernel: str, *given: np.generic) -> None:
        """Run a kernel that takes as many items as it is told."""

    def send(self, pieces: Sequence[Words], work: Work) -> None:
        """Copy pieces to the card one after another and do the work on each."""

    def fetch(self, pieces: Sequence[Words], work: Work) -> None:
        """Do the work for each piece and copy its words from the card."""


class CudaCard:
    """The first CUDA device."""

    def __init__(self, source: Path) -> None:
        try:
            import cupy
        except ImportError:
            raise ValueError(
                "building on a graphics card needs CuPy: pip install 'hopsow[cuda]'"
            ) from None
        self._cuda = cupy.cuda.runtime
        try:
            about = self._cuda.getDeviceProperties(0)
        except self._cuda.CUDARuntimeError as error:
            raise ValueError(f"no graphics card can be used: {error}") from None
        self.name = about["name"].decode()
        self._module = cupy.RawModule(code=source.read_text("utf-8"), options=("--std=c++17",))
        self._kernels: dict[str, Any] = {}
        self._copiers = [_Copier(cupy, self.allocate(8 * PIECE)) for _ in range(COPIERS)]

    def free(self) -> int:
        """The bytes that can still be allocated."""
        return max(0, int(self._cuda.memGetInfo()[0]) - KEPT_FREE)

    def allocate(self, size: int) -> int:
        """The address of so many bytes."""
        try:
            return int(self._cuda.malloc(max(1, size)))
        except self._cuda.CUDARuntimeError as error:
            raise ValueError(f"{self.name} has no room for {amount(size)}: {error}") from None

    def release(self, address: int) -> None:
        """Give them back."""
        self._cuda.free(address)

    def fill(self, address: int, byte: int, size: int) -> None:
        """Set bytes."""
        self._cuda.memset(address, byte, size)

    def put(self, address: int, values: NDArray[Any]) -> None:
        """Copy an array to the card."""
        values = np.ascontiguousarray(values)
        self._cuda.memcpy(address, values.ctypes.data, values.nbytes, 1)

    def get(self, address: int, values: NDArray[Any]) -> None:
        """Copy from the card into an array."""
        self._cuda.memcpy(values.ctypes.data, address, values.nbytes, 2)

    def launch(self, kernel: str, blocks: int, lanes: int, shared: int, *given: np.generic) -> None:
        """Run a kernel in so many blocks."""
        function = self._kernel(kernel)
        if shared > DYNAMIC_BYTES:
            function.max_dynamic_shared_size_bytes = shared
        function((blocks,), (lanes,), given, shared_mem=shared)

    def stride(self, kernel: str, *given: np.generic) -> None:
        """Run a kernel that takes as many items as it is told."""
        self._kernel(kernel)((GRID,), (THREADS,), given)

    def send(self, pieces: Sequence[Words], work: Work) -> None:
        """Copy pieces to the card one after another and do the work on each."""

        def carry(copier: _Copier, number: int) -> None:
            words = pieces[number]
            np.copyto(copier.host[: len(words)], words)
            copier.to_card(words.nbytes)
            with copier.stream:
                work(copier.address, number * PIECE, len(words))
            copier.stream.synchronize()

        self._in_turns(len(pieces), carry)

    def fetch(self, pieces: Sequence[Words], work: Work) -> None:
        """Do the work for each piece and copy its words from the card."""

        def carry(copier: _Copier, number: int) -> None:
            words = pieces[number]
            with copier.stream:
                work(copier.address, number * PIECE, len(words))
            copier.to_host(words.nbytes)
            copier.stream.synchronize()
            np.copyto(words, copier.host[: len(words)])

        self._in_turns(len(pieces), carry)

    def _kernel(self, name: str) -> Any:
        if name not in self._kernels:
            self._kernels[name] = self._module.get_function(name)
        return self._kernels[name]

    def _in_turns(self, pieces: int, carry: Callable[[_Copier, int], None]) -> None:
        """Let each copier carry every so-many-th piece; the card is done with all at the end."""
        self._cuda.deviceSynchronize()

        def work(number: int) -> None:
            for piece in range(number, pieces, COPIERS):
                carry(self._copiers[number], piece)

        with ThreadPoolExecutor(COPIERS) as threads:
            for done in [threads.submit(work, each) for each in range(min(COPIERS, pieces))]:
                done.result()


class _Copier:
    """A stream of its own, with memory on both sides for one piece."""

    def __init__(self, cupy: Any, address: int) -> None:
        self._cuda = cupy.cuda.runtime
        self._memory = cupy.cuda.alloc_pinned_memory(8 * PIECE)
        self.host: Words = np.frombuffer(self._memory, np.uint64, PIECE)
        self.stream = cupy.cuda.Stream(non_blocking=True)
        self.address = address

    def to_card(self, size: int) -> None:
        """Begin to copy from the host's side."""
        data = self.host.ctypes.data
        self._cuda.memcpyAsync(self.address, data, size, 1, self.stream.ptr)

    def to_host(self, size: int) -> None:
        """Begin to copy from the card's side."""
        data = self.host.ctypes.data
        self._cuda.memcpyAsync(data, self.address, size, 2, self.stream.ptr)
