"""The rules of each game, told in positions in which the learner makes the move.

A step is a position, what to do there and the moves that do it (`None`: any legal move). Wherever
the source documents have an example, it is theirs.
"""

from __future__ import annotations

from typing import Any

LESSONS: list[dict[str, Any]] = []
