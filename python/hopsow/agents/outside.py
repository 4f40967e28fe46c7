"""Agents from elsewhere: `py:MODULE:CLASS`, and those that installed packages register.

A class is called without arguments, or with the options of the text as keywords; its objects have
`choose(position, clock)`. The module may stand in the current directory.
"""

from __future__ import annotations

from hopsow.agents import ENTRY_POINTS, KINDS
from hopsow.agents.options import read
from hopsow.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.metadata import EntryPoint

    from hopsow.agents.agent import Agent


def registered() -> dict[str, EntryPoint]:
    """The agents of installed packages by name; they cannot replace built-in ones."""
    from importlib.metadata import entry_points

    points = entry_points(group=ENTRY_POINTS)
    return {point.name: point for point in points if point.name not in KINDS}


def make(name: str, words: Sequence[str], game: str) -> Agent:
    """The agent that a name stands for."""
    maker, rest = _maker(name, words)
    return _called(":".join([name, *words[: len(words) - len(rest)]]), maker, rest)


def takes(spec: str, option: str) -> bool:
    """Whether an agent from elsewhere is made with a keyword of that name, if it is given."""
    from inspect import signature

    name, *words = spec.split(":")
    if name in KINDS and name != "py":
        return False
    try:
        return option in signature(_maker(name, words)[0]).parameters
    except (TypeError, ValueError):
        return False


def _maker(name: str, words: Sequence[str]) -> tuple[Callable[..., object], Sequence[str]]:
    """What makes the agent of a text, and the options of the text."""
    if name != "py":
        return registered()[name].load(), words
    if len(words) < 2 or not all(words[:2]):
        raise ValueError(f"found {quoted(':'.join([name, *words]))}, expected py:MODULE:CLASS")
    module, attribute, *rest = words
    return _attribute(module, attribute), rest


def _attribute(module: str, name: str) -> Callable[..., object]:
    import sys
    from importlib import import_module

    if "" not in sys.path:
        sys.path.insert(0, "")  # a command line's own path lacks the current directory
    try:
        maker: Callable[..., object] = getattr(import_module(module), name)
    except (ImportError, SyntaxError) as error:
        raise ValueError(f"py:{module}:{name}: {error}") from error
    except AttributeError:
        raise ValueError(f"py:{module}:{name}: the module has no {quoted(name)}") from None
    return maker


def _called(name: str, kind: Callable[..., object], words: Sequence[str]) -> Agent:
    try:
        agent = kind(**read(words))
    except TypeError as error:
        raise ValueError(f"the agent {name} cannot be created: {error}") from error
    if not callable(getattr(agent, "choose", None)):
        raise ValueError(f"the agent {name} has no choose(position, clock)")
    return agent  # type: ignore[return-value]
