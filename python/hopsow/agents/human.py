"""`human`: a person at a terminal, who types moves and a few words."""

from __future__ import annotations

import sys

from hopsow import draw
from hopsow.agents.agent import Resignation
from hopsow.agents.options import parse
from hopsow.engine.budget import Clock
from hopsow.errors import ParseError
from hopsow.games import Move, Position, facts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HINT, RESIGN, QUIT = "hint", "resign", "quit"
HELP = ("?", "help")
HINT_S = 1.0


class InputEnded(Resignation):
    """The input ended before the game did."""


class HumanAgent:
    """Asks until a legal move is typed, after a drawing of the position."""

    def choose(self, position: Position, clock: Clock) -> Move:
        """The move that the person types; `resign` loses the game, `quit` ends the match."""
        if clock.earlier:
            _tell_last(clock.earlier[-1], position)
        print(f"\n{draw.text(position)}\n")
        while isinstance(typed := ask(position, (HINT, RESIGN, QUIT)), str):
            if typed == RESIGN:
                raise Resignation(f"{position.to_move} resigned")
            if typed == QUIT:
                raise KeyboardInterrupt
            print(hint([*clock.earlier, position]))
        return typed


def ask(position: Position, words: Sequence[str]) -> Move | str:
    """Read a legal move or one of the words; whatever else is typed is explained."""
    while True:
        print(f"{position.to_move}'s move (? for help): ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise InputEnded("the input ended before the game did")
        text = line.strip()
        if not sys.stdin.isatty():
            print(text)  # as a terminal shows what is typed
        if text in words:
            return text
        if text in HELP:
            print(" ".join(map(str, position.legal_moves)))
            print(f"or {', '.join(words)}")
            continue
        try:
            return position.move(text)
        except ParseError as error:
            print(f"{error.problem}, for instance {facts(position.game).example_move}")
        except ValueError as error:
            print(error)


def hint(positions: Sequence[Position]) -> str:
    """What the engine would play in the last position of a game."""
    from hopsow.engine import Searcher

    report = Searcher(positions[-1].game).search(positions, time=HINT_S)
    assert report.move is not None, "a game that is not over has a move"
    return f"{report.move}: {draw.in_words(positions[-1], report.move)}"


def _tell_last(before: Position, after: Position) -> None:
    """Say which move led to the position."""
    move = next((move for move in before.legal_moves if before.play(move) == after), None)
    if move is not None:
        print(f"{before.to_move} plays {move}: {draw.in_words(before, move)}")


def make(name: str, words: Sequence[str], game: str) -> HumanAgent:
    """The person at this terminal."""
    parse(name, words, {})
    return HumanAgent()
