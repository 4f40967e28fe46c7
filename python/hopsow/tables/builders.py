"""Table builders: what builds endgame tables elsewhere than on the processor.

An installed package registers one under the entry-point group `hopsow.table_builders`. The name of
the entry point is the device that `hopsow tables build --device` takes; the object, usually a
module, is a `TableBuilder`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Protocol

from hopsow.texts import quoted

if TYPE_CHECKING:
    from pathlib import Path

ENTRY_POINTS = "hopsow.table_builders"
PROCESSOR = "cpu"


class TableBuilder(Protocol):
    """Builds the files that the processor would build, byte for byte in their values."""

    def check(self, game: str, rules: str) -> None:
        """Raise ValueError, in one sentence, where these tables cannot be built here."""

    def build(
        self,
        game: str,
        size: int,
        folder: Path,
        *,
        rules: str,
        memory: int | None,
        threads: int,
        progress: Callable[[float], None] | None,
    ) -> None:
        """Write the table files up to `size` that are missing in `folder`, each atomically.

        `folder` is locked for this build.
        `memory` limits the bytes used besides the device's own; `progress` is called with the
        fraction done. Raise ValueError, in one sentence, where the size is refused.
        """


def devices() -> list[str]:
    """The processor, and the devices of registered builders."""
    return [PROCESSOR, *sorted(point.name for point in entry_points(group=ENTRY_POINTS))]


def builder(device: str) -> TableBuilder:
    """The builder that is registered for a device."""
    for point in entry_points(group=ENTRY_POINTS, name=device):
        found: TableBuilder = point.load()
        return found
    raise ValueError(f"unknown device {quoted(device)}, expected {' or '.join(devices())}")
