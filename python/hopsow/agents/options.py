"""The options in the name of an agent: KEY=VALUE between colons."""

from __future__ import annotations

from hopsow.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

MOST_QUOTED = 200  # characters of a text that names an agent, which may be a long command


def read(words: Sequence[str]) -> dict[str, str]:
    """Options as texts, each at most once."""
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise ValueError(
                f"found {quoted(word, MOST_QUOTED)} in the name of an agent, expected KEY=VALUE"
            )
        if key in options:
            raise ValueError(f"found {quoted(word, MOST_QUOTED)}, but {key} has already been given")
        options[key] = value
    return options


def parse(
    name: str, words: Sequence[str], known: Mapping[str, Callable[[str], Any]]
) -> dict[str, Any]:
    """The options of an agent, read by what `known` gives for each."""
    values = {}
    for key, value in read(words).items():
        if key not in known:
            expected = " or ".join(known) or "no options"
            raise ValueError(
                f"the agent {name} has no option {quoted(key, MOST_QUOTED)}, expected {expected}"
            )
        try:
            values[key] = known[key](value)
        except ValueError as error:
            raise ValueError(f"the agent {name}: {key}: {error}") from None
    return values


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers within bounds."""

    def read_whole(text: str) -> int:
        plain = text.isascii() and text.isdigit() and len(text) <= len(str(high))
        if not plain or not low <= int(text) <= high:
            raise ValueError(f"found {quoted(text)}, expected a whole number from {low} to {high}")
        return int(text)

    return read_whole


def seconds(text: str) -> float:
    """A time."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value <= MAX_SECONDS:
        raise ValueError(f"found {quoted(text)}, expected a positive number of seconds")
    return value


MAX_SECONDS = 1e6
MAX_DEPTH = 100
MAX_NODES = 10**15
MAX_SEED = 2**63 - 1
