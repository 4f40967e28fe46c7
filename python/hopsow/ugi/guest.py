"""The engine protocol for any agent: a class of one's own answers `go` as an engine does.

An agent has no depth, no lines and no hash table to set: of a `go` it is told the clock, and its
answer is passed on as it is. An agent that raises an error ends the process, because the other side
waits for a move that will never come.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

from hopsow.agents import Clock, make
from hopsow.games import GAMES, rule_sets
from hopsow.records import Record
from hopsow.texts import quoted
from hopsow.ugi.commands import Limits, read_setoption
from hopsow.ugi.session import Session, variants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hopsow.agents import Agent

FAILED = 1


class GuestSession(Session):
    """The state of a dialogue in which an agent chooses the moves; a new game has a new agent."""

    def __init__(self, say: Callable[[str], object], spec: str) -> None:
        super().__init__(say)
        if spec.partition(":")[0] == "human":
            raise ValueError("the agent human needs the input that the protocol is read from")
        self.spec = spec
        self._agent: Agent | None = None
        self._is_stopped = threading.Event()
        self._is_leaving = False

    def answer(self, line: str) -> bool:
        """Answer a line; nobody waits for an agent that thinks on after `quit`."""
        self._is_leaving = line.split() == ["quit"]
        return super().answer(line)

    def introduce(self, okay: str) -> None:
        """Say who plays; only the game and its rules can be set."""
        self.say(f"id name {self.spec}")
        self.say("id author unknown")
        self.say(f"option name Game type combo default {GAMES[0]}" + variants(GAMES))
        rules = [name for game in GAMES for name in rule_sets(game)]
        self.say(f"option name Rules type combo default {rules[0]}" + variants(rules))
        self.say(okay)

    def set_option(self, words: Sequence[str]) -> None:
        """Set the game or its rules, for which there is a new agent."""
        name, _ = read_setoption(words)
        if name not in ("game", "rules"):
            raise ValueError(f"unknown option {quoted(name)}, expected Game, Rules")
        super().set_option(words)
        self._agent = None

    def begin_game(self) -> None:
        """A new game, and a new agent for it."""
        self.record = Record(self.record.game, self.record.rules)
        self._agent = make(self.spec, self.record.game)

    def stop(self) -> None:
        """Ask the agent for its move, and wait until that is written."""
        self._is_stopped.set()
        if self._search is None or self._is_leaving:
            return
        stop = getattr(self._agent, "stop", None)
        if stop is not None and self._search.is_alive():
            stop()
        self._search.join()
        self._search = None

    def _begin(self, limits: Limits) -> threading.Thread:
        if self._agent is None:
            self._agent = make(self.spec, self.record.game)
        self._is_stopped.clear()
        return threading.Thread(target=self._choose, args=(self._agent, limits), daemon=True)

    def _choose(self, agent: Agent, limits: Limits) -> None:
        counts_cpu = limits.cpu is not None
        clock = Clock(
            limits.left,
            limits.increment,
            limits.cpu if counts_cpu else limits.wall,
            counts_cpu,
            self.record.positions[:-1],
        )
        try:
            move = agent.choose(self.record.position, clock)
        except BaseException:
            _end_with_traceback()
        if limits.infinite:
            self._is_stopped.wait()
        self._is_searching = False
        with suppress(OSError):  # nobody listens any more, and the end of their input will say so
            self.say(f"bestmove {' '.join(str(move).split())}")


def _end_with_traceback() -> None:
    import traceback

    traceback.print_exc()
    sys.stderr.flush()
    os._exit(FAILED)
