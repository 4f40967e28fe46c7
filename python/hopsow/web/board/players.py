"""Whom a client may play against.

Agents are named as on the command line, but only those that run inside this package: an agent that
is a program or a module named by a client is refused, and so are limits that would never end.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from hopsow import GAMES, agents, rule_sets, sides
from hopsow.agents import outside
from hopsow.engine.book import NO_BOOK
from hopsow.errors import MessageError
from hopsow.games import facts
from hopsow.messages import Message
from hopsow.web import limits
from hopsow.web.board.messages import AgentOffer, GameFacts, Said, said

LEVELS = range(1, 11)
SECONDS = (0.1, limits.MAX_MOVE_S)
DEPTHS = range(1, 4)  # plain minimax: depth 3 takes seconds in Halma
SIMULATIONS = range(1, 20_001)  # of random games: seconds
SEEDS = range(1 << 31)
OPTIONS = {
    "engine": {"level": LEVELS, "time": SECONDS, "book": (NO_BOOK,)},
    "minimax": {"depth": DEPTHS},
    "mcts": {"simulations": SIMULATIONS, "seed": SEEDS},
    "random": {"seed": SEEDS},
    "greedy": {},
}
OUTSIDE = ("human", "py", "cmd", "ugi")
MAX_IDLE = 4  # agents kept with what they remember


class PlayerError(MessageError):
    """A player that is not available here."""


def games() -> list[GameFacts]:
    """The games: their sides and rule sets, what scores are counted in, a move as it is written."""
    return [
        GameFacts(
            name=game,
            sides=sides(game),
            rules={rules: said(Message(f"{game}.rules-{rules}")) for rules in rule_sets(game)},
            unit=said(Message(f"{game}.unit")),
            example_move=facts(game).example_move,
            elo=[level.elo for level in facts(game).levels],
        )
        for game in GAMES
    ]


@cache
def _names() -> tuple[str, ...]:
    """The agents of this package and of those installed; looking for them takes milliseconds."""
    return (*agents.KINDS, *outside.classes())


def listed(own: Collection[str] = ()) -> list[AgentOffer]:
    """The agents that a page can offer, with the options of each; `own` are the server's own."""
    others = [name for name in _names() if name not in OPTIONS and name not in OUTSIDE]
    return [
        AgentOffer(
            name="engine", title=_titled("engine"), options={"level": (1, 10), "time": SECONDS}
        ),
        AgentOffer(name="minimax:depth=2", title=_titled("minimax", depth=2), options={}),
        AgentOffer(name="mcts:simulations=2000", title=_titled("mcts"), options={}),
        AgentOffer(name="greedy", title=_titled("greedy"), options={}),
        AgentOffer(name="random", title=_titled("random"), options={}),
        *(
            AgentOffer(name=name, title=_titled("own", name=name), options={})
            for name in (*others, *own)
        ),
    ]


def _titled(name: str, /, **arguments: str | int) -> Said:
    return said(Message(f"agent.{name}", **arguments))


def check(spec: str, own: Collection[str] = ()) -> str:
    """The text of an agent, if a client may name it."""
    if spec in own:
        return spec
    name, *options = spec.split(":")
    if name in OPTIONS:
        for option in options:
            _check_option(name, option)
        return spec
    if name in OUTSIDE or name not in _names():
        known = Message("player.agents", names=", ".join(OPTIONS))
        raise PlayerError(Message("text.unexpected", found=repr(spec), expected=known))
    if options:
        raise PlayerError(Message("player.no-options", name=name))
    return spec


class Agents:
    """Agents to borrow.

    The agents of this package may play many games, one move each; setting up the memory of a search
    for every move would take longer than the move. Others play one move and are dropped.
    """

    def __init__(self) -> None:
        self._idle: list[tuple[str, str, agents.Agent]] = []
        self._lock = threading.Lock()

    @contextmanager
    def borrow(self, spec: str, game: str) -> Iterator[agents.Agent]:
        """An agent that nobody else uses in the meantime."""
        agent = self._take(spec, game) or agents.make(spec, game)
        yield agent
        if spec.split(":")[0] in OPTIONS:
            with self._lock:
                self._idle = [*self._idle[1 - MAX_IDLE :], (spec, game, agent)]

    def _take(self, spec: str, game: str) -> agents.Agent | None:
        with self._lock:
            for index, (known, played, agent) in enumerate(self._idle):
                if (known, played) == (spec, game):
                    del self._idle[index]
                    return agent
        return None


def _check_option(name: str, option: str) -> None:
    key, _, value = option.partition("=")
    allowed: Any = OPTIONS[name]
    if key not in allowed:
        if not allowed:
            raise PlayerError(Message("player.no-options", name=name))
        raise _unknown_option(name, option, ", ".join(allowed))
    if key == "book":
        if option != (expected := f"book={NO_BOOK}"):
            raise _unknown_option(name, option, expected)
        return
    try:
        number = float(value) if key == "time" else int(value)
    except ValueError:
        raise PlayerError(
            Message("player.not-a-number", name=name, option=key, value=repr(value))
        ) from None
    low, high = (allowed[key][0], allowed[key][-1])
    if not low <= number <= high:
        raise PlayerError(
            Message("player.range", name=name, option=key, low=low, high=high, value=value)
        )


def _unknown_option(name: str, found: str, expected: str) -> PlayerError:
    return PlayerError(Message("player.option", name=name, found=repr(found), expected=expected))
