"""What a lesson is made of."""

from __future__ import annotations

from typing import Any

Step = dict[str, Any]
Lesson = tuple[str, list[Step]]  # title, steps


def step(
    text: str, position: str, moves: list[str] | None, done: str, hint: str | None = None
) -> Step:
    """A position, what to do there, the moves that do it (None: any legal move), what there is to
    say once it is done, and a hint."""
    return {"text": text, "position": position, "moves": moves, "done": done, "hint": hint}
