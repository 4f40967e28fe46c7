"""What the process of a run, the one that speaks with Ray, and the nodes exchange."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

TOLD, OVER, LOST = "told", "over", "lost"  # what has happened to a task
LACKS = "lacks"  # what a node says instead of a result

Need = tuple[str, str]  # a kind, and which one
Event = tuple[int, str, Any]  # the number of a task, what has happened, and its results
Archives = list[tuple[str, bytes]]  # by their digests


@dataclass(frozen=True, slots=True)
class Packed:
    """A task as it travels, the archives that it takes along, and what it needs of a node."""

    number: int
    content: bytes
    digests: tuple[str, ...]
    needs: tuple[Need, ...]
    is_watched: bool
