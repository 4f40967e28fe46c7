"""What follows the first word of a line: limits of `go`, names and values of `setoption`.

Every error is a ValueError with the sentence that is sent to the other side.
"""

from __future__ import annotations

from collections import namedtuple

from hopsow.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_DEPTH = 1000
MAX_NODES = 10**15
MAX_MS = 10**9

NUMBERS = {
    "depth": (1, MAX_DEPTH),
    "nodes": (1, MAX_NODES),
    "movetime": (1, MAX_MS),
    "cputime": (1, MAX_MS),
    "p1time": (1, MAX_MS),
    "p2time": (1, MAX_MS),
    "p1inc": (0, MAX_MS),
    "p2inc": (0, MAX_MS),
}
CLOCKS = (("p1time", "p1inc"), ("p2time", "p2inc"))


class Limits(namedtuple("Limits", "depth nodes wall cpu left increment infinite")):
    """What limits a search: wall time and CPU time in seconds, and the mover's clock.

    Engines start within milliseconds, and dataclasses take several to import.
    """

    __slots__ = ()
    depth: int | None
    nodes: int | None
    wall: float | None
    cpu: float | None
    left: float | None
    increment: float
    infinite: bool


def read_go(words: Sequence[str], mover: int) -> Limits:
    """The limits of a `go`; `mover` is 0 where player one is to move, 1 where player two is."""
    given: dict[str, int] = {}
    infinite = False
    rest = iter(words)
    for word in rest:
        if word in given or (infinite and word == "infinite"):
            raise ValueError(f"{word} is given twice")
        if word == "infinite":
            infinite = True
        elif word in NUMBERS:
            given[word] = whole(next(rest, ""), word, *NUMBERS[word])
        else:
            raise ValueError(f"found {quoted(word)}, expected {', '.join(NUMBERS)} or infinite")
    if infinite and given:
        raise ValueError(f"infinite and {next(iter(given))} contradict each other")
    time, increment = CLOCKS[mover]
    clock = [name for pair in CLOCKS for name in pair if name in given]
    if clock and time not in given:
        raise ValueError(f"found {clock[0]} without {time}, the time of the side to move")
    return Limits(
        given.get("depth"),
        given.get("nodes"),
        _seconds(given.get("movetime")),
        _seconds(given.get("cputime")),
        _seconds(given.get(time)),
        given.get(increment, 0) / 1000,
        infinite,
    )


def read_setoption(words: Sequence[str]) -> tuple[str, str]:
    """The name, in lower case, and the value of a `setoption`."""
    if len(words) != 4 or words[0] != "name" or words[2] != "value":
        raise ValueError(f"found {quoted(' '.join(words))}, expected name NAME value VALUE")
    return words[1].lower(), words[3]


def read_position(words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """The text of a position, None for the start, and the moves to play from it."""
    at = list(words).index("moves") if "moves" in words else len(words)
    first, moves = words[:at], words[at + 1 :]
    if at == len(words) - 1:
        raise ValueError("expected a move after moves")
    if list(first) == ["startpos"]:
        return None, moves
    if len(first) > 1 and first[0] == "fen":
        return " ".join(first[1:]), moves
    raise ValueError(f"found {quoted(' '.join(words))}, expected startpos or fen POSITION")


def whole(text: str, name: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    is_plain = text.isascii() and text.isdigit() and len(text) <= len(str(high))
    if not is_plain or not low <= int(text) <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, not {quoted(text)}")
    return int(text)


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000
