"""Texts that are almost right: valid ones with a few bytes changed."""

import random
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, 10**30, float("nan"), "", "A", "\udce9"),
    *([], [7], {}, {"A": 1}),
)


def damaged(texts: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """One of the texts after a few edits."""
    # One seed instead of drawing every edit: ten times faster, and the texts are short anyway.
    return st.integers(0, 2**64).map(lambda seed: edited(texts, random.Random(seed)))


def edited(texts: Sequence[bytes], chance: random.Random) -> bytes:
    """One of the texts after one to four edits."""
    text = chance.choice(texts)
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(text))
        gone = chance.choice([0, 1, 1, 2, 8])
        text = text[:at] + _piece(text, chance) + text[at + gone :]
    return text


def swapped(content: Any, chance: random.Random) -> Any:
    """Values as JSON holds them, one of which is another or gone."""
    if not content or not isinstance(content, dict | list) or chance.random() < 0.2:
        return chance.choice(VALUES)
    copied = content.copy()
    place = chance.choice([*copied] if isinstance(copied, dict) else range(len(copied)))
    if chance.random() < 0.1:
        del copied[place]
    else:
        copied[place] = swapped(copied[place], chance)
    return copied


def _piece(text: bytes, chance: random.Random) -> bytes:
    if chance.random() < 0.2 or not text:
        return chance.randbytes(chance.randint(0, 3))
    at = chance.randrange(len(text))
    return text[at : at + chance.choice([0, 1, 1, 1, 2, 8])]
