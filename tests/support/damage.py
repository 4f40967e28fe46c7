"""Texts that are almost right: valid ones with a few bytes changed."""

import random
from collections.abc import Sequence

from hypothesis import strategies as st


def damaged(texts: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """One of the texts after a few edits."""
    # One seed instead of drawing every edit: ten times faster, and the texts are short anyway.
    return st.integers(0, 2**64).map(lambda seed: _edited(texts, random.Random(seed)))


def _edited(texts: Sequence[bytes], chance: random.Random) -> bytes:
    text = chance.choice(texts)
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(text))
        gone = chance.choice([0, 1, 1, 2, 8])
        text = text[:at] + _piece(text, chance) + text[at + gone :]
    return text


def _piece(text: bytes, chance: random.Random) -> bytes:
    if chance.random() < 0.2 or not text:
        return chance.randbytes(chance.randint(0, 3))
    at = chance.randrange(len(text))
    return text[at : at + chance.choice([0, 1, 1, 1, 2, 8])]
