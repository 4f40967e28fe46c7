"""Agents from elsewhere: `py:MODULE:CLASS`, and those that installed packages register.

A class is called without arguments, or with the options of the text as keywords; its objects have
`choose(position, clock)`. The module may stand in the current directory. An option written `KEY?=V`
is passed only to a class that takes the keyword, which is found out where the class is made.

A package registers such a class, or a module that is an `AgentKind` and reads the words itself.
"""

from __future__ import annotations

from hopsow.agents.options import MOST_QUOTED, read
from hopsow.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from importlib.metadata import EntryPoint

    from hopsow.agents.agent import Agent, AgentKind


# The group under which other packages name their agents is called like this package.
ENTRY_POINTS = __name__.rpartition(".")[0]


def registered() -> dict[str, EntryPoint]:
    """The agents of installed packages by name."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def classes() -> list[str]:
    """The registered agents that a bare name makes; a module may ask for more words, or a file."""
    return [name for name, point in registered().items() if point.attr]


def make(name: str, words: Sequence[str], game: str) -> Agent:
    """The agent that a name stands for."""
    if name != "py" and not registered()[name].attr:
        kind: AgentKind = registered()[name].load()
        return kind.make(name, words, game)
    maker, rest = _maker(name, words)
    return _called(":".join([name, *words[: len(words) - len(rest)]]), maker, rest)


def _maker(name: str, words: Sequence[str]) -> tuple[Callable[..., object], Sequence[str]]:
    """What makes the agent of a text, and the options of the text."""
    if name != "py":
        return registered()[name].load(), words
    if len(words) < 2 or not all(words[:2]):
        raise ValueError(
            f"found {quoted(':'.join([name, *words]), MOST_QUOTED)}, expected py:MODULE:CLASS"
        )
    module, attribute, *rest = words
    return _attribute(module, attribute), rest


def _attribute(module: str, name: str) -> Callable[..., object]:
    import sys
    from importlib import import_module

    if "" not in sys.path:
        sys.path.insert(0, "")  # a command line's own path lacks the current directory
    try:
        imported = import_module(module)
    except (ImportError, SyntaxError) as error:
        raise ValueError(f"py:{module}:{name}: {error}") from error
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise ValueError(f"py:{module}:{name}: the module raises {problem}") from error
    maker: Callable[..., object] | None = getattr(imported, name, None)
    if maker is None:
        raise ValueError(f"py:{module}:{name}: the module has no {quoted(name, MOST_QUOTED)}")
    return maker


def _called(name: str, kind: Callable[..., object], words: Sequence[str]) -> Agent:
    try:
        agent = kind(**_keywords(kind, read(words)))
    except Exception as error:
        problem = str(error) if isinstance(error, TypeError) else f"{type(error).__name__}: {error}"
        raise ValueError(f"the agent {name} cannot be created: {problem}") from error
    if not callable(getattr(agent, "choose", None)):
        raise ValueError(f"the agent {name} has no choose(position, clock)")
    return agent  # type: ignore[return-value]


def _keywords(kind: Callable[..., object], options: Mapping[str, str]) -> dict[str, str]:
    """The options without those marked `?` that the class does not take."""
    from inspect import signature

    optional = {key for key in options if key.endswith("?")}
    if not optional:
        return dict(options)
    try:
        known = set(signature(kind).parameters)
    except (TypeError, ValueError):
        known = set()
    return {
        key.removesuffix("?"): value
        for key, value in options.items()
        if key not in optional or key.removesuffix("?") in known
    }
