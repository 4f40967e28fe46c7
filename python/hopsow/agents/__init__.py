"""Agents: whatever chooses a move.

An agent is named by a text such as `minimax:depth=3`, the same on the command line, in matches and
on the web board; `make` turns the name into the agent. A kind of agent is imported only when it is
named, because an agent that answers a single move must start in milliseconds.
"""

from __future__ import annotations

from hopsow.agents.options import MOST_QUOTED
from hopsow.engine.budget import Clock
from hopsow.games import rule_sets
from hopsow.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.agents.agent import Agent, Resignation
else:

    def __getattr__(name: str) -> object:
        """`Agent` is a protocol, and importing those costs more than all the rest here."""
        if name in ("Agent", "Resignation"):
            from hopsow.agents import agent

            return getattr(agent, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["KINDS", "PROGRAMS", "Agent", "Clock", "Resignation", "make", "names"]

# What stands first in an agent's text, and the module that is its `AgentKind`. Other packages
# register theirs as entry points.
KINDS = {
    "random": "hopsow.agents.simple",
    "greedy": "hopsow.agents.simple",
    "minimax": "hopsow.agents.simple",
    "mcts": "hopsow.agents.mcts",
    "engine": "hopsow.agents.engine",
    "human": "hopsow.agents.human",
    "py": "hopsow.agents.outside",
}

PROGRAMS = ("cmd", "ugi")  # what stands first in the text of a program, which the arena runs


def make(spec: str, game: str) -> Agent:
    """The agent that a text names, to play one game of `game`."""
    rule_sets(game)  # says which games there are
    name, *words = spec.split(":")
    if name in KINDS:
        from importlib import import_module

        agent: Agent = import_module(KINDS[name]).make(name, words, game)
        return agent
    from hopsow.agents import outside

    if name in outside.registered():  # where no built-in agent has the name
        return outside.make(name, words, game)
    if name in PROGRAMS:
        raise ValueError(f"{quoted(spec, MOST_QUOTED)} is a program: only the arena plays it")
    expected = ", ".join(names())
    raise ValueError(f"unknown agent {quoted(spec, MOST_QUOTED)}, expected one of {expected}")


def names() -> list[str]:
    """What can stand first in an agent's text."""
    from hopsow.agents import outside

    return [*KINDS, *(name for name in outside.registered() if name not in KINDS)]
