"""Positions on which starters show what they believe to be legal, as their courses write them."""

import random
import re
from collections.abc import Callable, Iterator

import hopsow
from hopsow import Position
from hopsow.arena.course import halma as halma_course
from hopsow.protocols import checkers as checkers_pipe
from hopsow.protocols import halma as halma_files
from hopsow.protocols.halma import HalmaTask
from walks import walked

SET_UPS = 200
EVERY = 5  # of the positions of random games


def positions(game: str) -> list[Position]:
    """Random games, and set-ups that no game may reach: crowded camps, kings, few stones."""
    played = [position for position, _ in walked(game, hopsow.rule_sets(game)[0])][::EVERY]
    chance = random.Random(f"set-ups of {game}")
    made = [SET_UP[game](chance) for _ in range(SET_UPS)]
    return [position for position in [*played, *made, *OTHERS[game]] if position.outcome is None]


def _halma(chance: random.Random) -> Position:
    """Men in a rectangle that holds many of them, often a camp of either side."""
    width, height = chance.randint(5, 16), chance.randint(5, 16)
    left = chance.choice([0, 16 - width, chance.randint(0, 16 - width)])
    top = chance.choice([0, 16 - height, chance.randint(0, 16 - height)])
    squares = [(left + x, top + y) for x in range(width) for y in range(height)]
    chance.shuffle(squares)
    grid = [["1"] * 16 for _ in range(16)]
    count = chance.randint(3, min(19, len(squares) // 2))
    for at, (x, y) in enumerate(squares[: 2 * count]):
        grid[y][x] = "bw"[at % 2]
    rows = re.sub("1+", lambda run: str(len(run[0])), "/".join(map("".join, grid)))
    return hopsow.parse("halma", f"{rows} {chance.choice('bw')}")


def _checkers(chance: random.Random) -> Position:
    """Men and kings anywhere; few plies left before the draw, now and then none."""
    squares = chance.sample(range(1, 33), chance.randint(2, 20))
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for square in squares:
        side = chance.choice("WB")
        is_last_row = square <= 4 if side == "W" else square >= 29
        is_king = is_last_row or chance.random() < 0.4
        if len(sides[side]) < 12:
            sides[side].append(f"{'K' if is_king else ''}{square}")
    text = ":".join(f"{side}{','.join(pieces)}" for side, pieces in sides.items())
    return hopsow.parse("checkers", f"{chance.choice('WB')}:{text}:H{chance.choice((0, 7, 49))}")


def _awari(chance: random.Random) -> Position:
    """Empty rows, full pits, and captures of everything."""
    fullest = chance.choice((1, 2, 3, 3, 16))
    rows = [[chance.randint(0, fullest) for _ in range(6)] for _ in range(2)]
    if chance.random() < 0.3:
        rows[chance.randint(0, 1)] = [0] * 6
    if chance.random() < 0.3:
        rows[chance.randint(0, 1)] = [0] * 5 + [chance.randint(1, 3)]
    stones = [*rows[0], *rows[1], 9, 9]
    return hopsow.parse("awari", f"{'-'.join(map(str, stones))}-{chance.choice('SN')}")


SET_UP: dict[str, Callable[[random.Random], Position]] = {
    "halma": _halma,
    "checkers": _checkers,
    "awari": _awari,
}
OTHERS = {
    "halma": [
        *(halma_course.CHAIN, halma_course.INSIDE, halma_course.SHUT_IN, halma_course.END),
        halma_course.WHITE,
    ],
    "checkers": [
        hopsow.parse("checkers", text)
        for text in (
            "W:WK31:B27,26,18,19,10,11",  # a king's captures cross
            "W:W22,31:B18,10",
            "W:WK7,31:B10,18,19",
            "B:W22,14,15,23:BK18",
        )
    ],
    "awari": [
        hopsow.parse("awari", text)
        for text in (
            "0-0-0-0-0-23-1-1-1-1-1-1-9-9-S",  # more than a lap
            "0-0-0-0-0-2-1-1-0-0-0-0-9-9-S",  # a grand slam
            "0-0-0-0-1-3-0-0-0-0-0-0-9-9-S",  # one of two moves feeds
        )
    ],
}


def questions(game: str, asked: list[Position]) -> str:
    """What is sent to a program so that it prints a line of moves for each position."""
    write = {"halma": _halma_file, "checkers": _checkers_line, "awari": _awari_lines}[game]
    return "".join(write(position) for position in asked)


def _halma_file(position: Position) -> str:
    return halma_files.write_input(HalmaTask("SINGLE", position.to_move, 1.5, position))


def _checkers_line(position: Position) -> str:
    return checkers_pipe.write(checkers_pipe.PipeState(position, "null"))


def _awari_lines(position: Position) -> str:
    return f"position fen {position}\nquery legalmoves\n"


def moves(game: str, line: str) -> Iterator[str]:
    """The moves of a line that a program printed, as Hopsow writes moves."""
    for word in line.removeprefix("response").split():
        if game != "checkers":
            yield word
            continue
        jumps, *cells = map(int, word.split("_"))
        yield ("x" if jumps else "-").join(str(cell + 1) for cell in cells)
