"""A card made of this machine's processor: the kernels as C++, the threads of a block in turn."""

import ctypes
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from hopsow.lab.solve.cuda.card import PIECE, Words, Work
from numpy.typing import NDArray


def compiled(source: Path, folder: Path) -> Path:
    """The library of some kernels."""
    library, copy = folder / "kernels.so", folder / "kernels.cpp"
    copy.write_bytes(source.read_bytes())
    command = ["g++", "-std=c++17", "-O2", "-shared", "-fPIC", "-Wall", "-Wno-unknown-pragmas"]
    subprocess.run([*command, "-o", library, copy], check=True)
    return library


class ProcessorCard:
    """Has so many bytes of memory, and finds fault with what a real card would not forgive."""

    name = "processor"

    def __init__(self, library: Path, memory: int) -> None:
        self._library = ctypes.CDLL(str(library))
        self._block = ctypes.c_uint32.in_dll(self._library, "block")
        self._memory = memory
        self._arrays: dict[int, NDArray[np.uint64]] = {}
        self.most_shared = 0

    def free(self) -> int:
        return self._memory - sum(each.nbytes for each in self._arrays.values())

    def allocate(self, size: int) -> int:
        array = np.full(-(-max(1, size) // 8), 0xA5A5A5A5A5A5A5A5, np.uint64)
        self._arrays[array.ctypes.data] = array
        assert self.free() >= 0, "a real card would have no memory left"
        return array.ctypes.data

    def release(self, address: int) -> None:
        del self._arrays[address]

    def fill(self, address: int, byte: int, size: int) -> None:
        self._is_inside(address, size)
        ctypes.memset(address, byte, size)

    def put(self, address: int, values: NDArray[Any]) -> None:
        self._is_inside(address, values.nbytes)
        ctypes.memmove(address, np.ascontiguousarray(values).ctypes.data, values.nbytes)

    def get(self, address: int, values: NDArray[Any]) -> None:
        self._is_inside(address, values.nbytes)
        ctypes.memmove(values.ctypes.data, address, values.nbytes)

    def launch(self, kernel: str, blocks: int, lanes: int, shared: int, *given: np.generic) -> None:
        assert lanes == 128
        self.most_shared = max(self.most_shared, shared)
        function, arguments = self._library[kernel], [_argument(each) for each in given]
        for block in range(blocks):
            self._block.value = block
            function(*arguments)

    def stride(self, kernel: str, *given: np.generic) -> None:
        self._library[kernel](*(_argument(each) for each in given))

    def send(self, pieces: Sequence[Words], work: Work) -> None:
        for number, words in enumerate(pieces):
            work(words.ctypes.data, number * PIECE, len(words))

    fetch = send

    def is_empty(self) -> bool:
        return not self._arrays

    def _is_inside(self, address: int, size: int) -> None:
        spans = ((at, at + each.nbytes) for at, each in self._arrays.items())
        assert any(begin <= address and address + size <= end for begin, end in spans)


def _argument(value: np.generic) -> Any:
    kinds = {"int32": ctypes.c_int32, "uint32": ctypes.c_uint32, "uint64": ctypes.c_uint64}
    return kinds[value.dtype.name](value.item())
