"""A game in the terminal, between people and agents of any kind.

People type moves and words. Built-in agents think in this process. Programs and Python classes of
the user play in a process of their own, as in a match, and lose by the same verdicts.
"""

from __future__ import annotations

from contextlib import ExitStack

from hopsow import draw
from hopsow.agents.human import HINT, QUIT, RESIGN, InputEnded, ask, hint
from hopsow.analysis.scores import ending_of
from hopsow.cli import colour
from hopsow.cli.seats import HUMAN, chooser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hopsow.cli.seats import Choose
    from hopsow.games import Move
    from hopsow.messages import Message
    from hopsow.records import Record

UNDO = "undo"
CPU_S = 5.0  # for a move of a program, which may loop for ever


class TextGame:
    """One game: `players` are texts of agents, side by side."""

    def __init__(self, record: Record, players: Sequence[str], cpu: float = CPU_S) -> None:
        self.record = record
        self.cpu = cpu
        self.players = dict(zip(record.start.sides, players, strict=True))
        self.people = [side for side, player in self.players.items() if player == HUMAN]
        self.ending: str | None = None  # how the game ended, if not by the rules

    def play(self) -> None:
        """Play to the end, and say how the game ended."""
        with ExitStack() as stack:
            choices = {
                side: chooser(player, self.record.start, stack, self.cpu, is_told=False)
                for side, player in self.players.items()
                if player != HUMAN
            }
            self._draw()
            try:
                self._play_on(choices)
            except InputEnded as error:
                raise ValueError(str(error)) from None
        print(self.ending or _sentence(ending_of(self.record)))

    def _play_on(self, choices: Mapping[str, Choose]) -> None:
        while self.record.outcome is None and self.ending is None:
            side = self.record.position.to_move
            if side in self.people:
                self._person(side)
            else:
                self._agent(side, choices[side])

    def _person(self, side: str) -> None:
        record = self.record
        typed = ask(record.position, (UNDO, HINT, RESIGN, QUIT))
        if not isinstance(typed, str):
            self._played(typed)
        elif typed == HINT:
            print(hint(record.positions))
        elif typed == UNDO:
            self._take_back()
        elif typed == RESIGN:
            self.ending = f"{_opponent(record, side)} has won, {side} resigned"
        else:
            self.ending = "the game was left unfinished"

    def _take_back(self) -> None:
        """Take back moves up to the last one that a person chose."""
        record = self.record
        plies = next(
            (
                count
                for count, position in enumerate(record.positions[-2::-1], 1)
                if position.to_move in self.people
            ),
            0,
        )
        if not plies:
            print("there is no move of yours to take back")
            return
        for _ in range(plies):
            record.undo()
        self._draw()

    def _agent(self, side: str, choose: Choose) -> None:
        from hopsow.arena.verdicts import Fault

        try:
            move = choose(self.record)
        except Fault as fault:
            self.ending = (
                f"{_opponent(self.record, side)} has won, "
                f"{fault.verdict.value} by {side}: {fault.reason}"
            )
        else:
            self._played(move)

    def _played(self, move: Move) -> None:
        before = self.record.position
        self.record.play(move)
        number = len(self.record.moves)
        print(f"{number}. {before.to_move} plays {move}: {draw.in_words(before, move)}\n")
        self._draw()

    def _draw(self) -> None:
        print(f"{colour.drawing(draw.text(self.record.position))}\n", flush=True)


def _opponent(record: Record, side: str) -> str:
    first, second = record.start.sides
    return second if side == first else first


def _sentence(message: Message) -> str:
    words = str(message)
    return words[0].upper() + words[1:]
