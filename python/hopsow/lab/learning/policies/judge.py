"""A net at work: the states that wait in a search, all in one call.

On a graphics card a call only begins the work, so that a search in other games can go on meanwhile.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

Estimates = tuple[NDArray[np.float32], NDArray[np.float32]]


def sent(array: NDArray[Any], device: str) -> torch.Tensor:
    """An array on its way to a device."""
    tensor = torch.from_numpy(array)
    return tensor.pin_memory().to(device, non_blocking=True) if device == "cuda" else tensor


class Judge:
    """A copy of a net that only judges; with half as many digits on a graphics card."""

    def __init__(self, net: nn.Module, device: str) -> None:
        self.device = device
        self.states = 0
        self.learn(net)

    def learn(self, net: nn.Module) -> None:
        """Judge as the net does now."""
        kind = torch.bfloat16 if self.device == "cuda" else torch.float32
        self.net = copy.deepcopy(net).to(kind).eval().requires_grad_(False)
        if self.device == "cuda":
            self.net = self.net.to(memory_format=torch.channels_last)

    def begin(
        self,
        observations: NDArray[np.uint8],
        indptr: NDArray[np.int64],
        actions: NDArray[np.int32],
    ) -> Callable[[], Estimates]:
        """Begin to judge states; what is returned waits for a logit for each legal action of each
        state, and the values."""
        self.states += len(observations)
        with torch.inference_mode():
            count, listed = len(observations), len(actions)
            seen, lengths, legal = (
                sent(array, self.device) for array in (observations, np.diff(indptr), actions)
            )
            logits, values = self.net(seen)
            rows = torch.repeat_interleave(lengths, output_size=listed)
            chosen = logits[rows, legal.long()]
            both = torch.cat([chosen.float(), values.float()])
            return self._arriving(both, listed, count)

    def _arriving(self, both: Any, listed: int, count: int) -> Callable[[], Estimates]:
        if self.device != "cuda":
            numbers = both.numpy()
            return lambda: (numbers[:listed], numbers[listed:])
        here = torch.empty(listed + count, dtype=torch.float32, pin_memory=True)
        here.copy_(both, non_blocking=True)
        arrived = torch.cuda.Event()
        arrived.record()

        def wait() -> Estimates:
            arrived.synchronize()
            numbers = here.numpy()
            return numbers[:listed], numbers[listed:]

        return wait
