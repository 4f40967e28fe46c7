"""What the scripted programs share: they are asked in a protocol, named by their first argument.

`turns()` yields a Turn whenever the program is asked for a move. The programs that lie, stall and
crash do so in the middle of that; everything else about them is honest.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import hopsow

PROTOCOL = sys.argv[1]
INPUT, OUTPUT, MEMORY = Path("input.txt"), Path("output.txt"), Path("playdata.txt")


class Turn:
    """A question: `number` counts from 1, `position` is what was sent."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text

    @property
    def position(self) -> "hopsow.Position":
        import hopsow
        from hopsow.protocols import checkers as checkers_pipe
        from hopsow.protocols import halma as halma_files

        if PROTOCOL == "halma":
            return halma_files.parse_input(self.text).position
        if PROTOCOL == "checkers":
            return checkers_pipe.parse(self.text).position
        game, _, rest = self.text.partition(" ")
        fen, _, moves = rest.partition(" moves ")
        position = hopsow.parse(game, fen)
        for move in moves.split():
            position = position.play(move)
        return position

    def legal(self) -> str:
        """The answer with the last legal move."""
        from hopsow.protocols import checkers as checkers_pipe
        from hopsow.protocols import halma as halma_files

        position = self.position
        if PROTOCOL == "checkers" and position.outcome is not None:
            return checkers_pipe.write(checkers_pipe.end(position))
        move = position.legal_moves[-1]
        if PROTOCOL == "halma":
            return halma_files.write_output(move)
        if PROTOCOL == "checkers":
            return checkers_pipe.write(checkers_pipe.after(position, move))
        return f"bestmove {move}\n"

    def illegal(self) -> str:
        """An answer in the right format with a move that the rules forbid."""
        if PROTOCOL == "halma":
            return "E 0,0 1,1\n"  # two occupied squares at the start
        if PROTOCOL == "checkers":
            return "rrrrrrrrrrr.....r...wwwwwwwwwwww 0_11_16 w 49\n"
        return "bestmove 1-5\n"

    def say(self, text: str) -> None:
        if PROTOCOL == "halma":
            OUTPUT.write_text(text)
        else:
            sys.stdout.write(text)
            sys.stdout.flush()


def turns() -> Iterator[Turn]:
    """The questions, until there are no more."""
    return {"halma": _halma, "checkers": _checkers, "ugi": _ugi}[PROTOCOL]()


def _halma() -> Iterator[Turn]:
    number = 1 + (int(MEMORY.read_text()) if MEMORY.exists() else 0)
    MEMORY.write_text(str(number))
    yield Turn(number, INPUT.read_text())


def _checkers() -> Iterator[Turn]:
    if "init" in sys.argv:
        print("rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50", flush=True)
    for number, line in enumerate(iter(sys.stdin.readline, ""), 1):
        turn = Turn(number, line)
        if line.split()[1] in ("-2", "-3", "-4"):
            return
        yield turn
        if line.split()[3] == "0" or not turn.position.legal_moves:
            return


def _ugi() -> Iterator[Turn]:
    number, game, position = 0, "", ""
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        if words[0] == "ugi":
            print("id name scripted\nugiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[:3] == ["setoption", "name", "Game"]:
            game = words[4]
        elif words[0] == "position":
            position = f"{game} " + " ".join(words[2:])
        elif words[0] == "go":
            number += 1
            yield Turn(number, position)
        elif words[0] == "quit":
            return


def spin() -> None:
    """Use CPU time for ever."""
    while True:
        pass


def daemonise() -> bool:
    """Fork twice with a session of its own; True in the daemon."""
    if os.fork():
        os.wait()
        return False
    os.setsid()
    if os.fork():
        os._exit(0)
    return True
