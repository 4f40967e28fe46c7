"""The Halma course: ten single moves, a point each for a legal, well-formed, timely answer; nine
games against the reference `minimax`, each from another opening, ten points each for a win, with
the first move in five of them. More time left wins a draw. A private exam also asks for ten moves
that must be good, a point each."""

from __future__ import annotations

from collections.abc import Sequence

from hopsow.arena.contest.openings import Openings
from hopsow.arena.course.check import Check
from hopsow.arena.course.exam import Question, plies
from hopsow.arena.course.halma import sharp
from hopsow.games import Move, Position, parse, start
from hopsow.protocols import halma as halma_files
from hopsow.records import Record

# plies of random play before the position, and seconds
SINGLES = (
    *((0, 10.0), (1, 10.0), (6, 5.0), (13, 5.0), (20, 2.0)),
    *((31, 2.0), (44, 1.0), (57, 1.0), (80, 5.0), (99, 2.0)),
)
GAME_S = (100.0, 60.0, 100.0, 30.0, 100.0, 60.0, 300.0, 100.0, 30.0)
OPENING_PLIES = 4  # even, so that who begins the game also begins after the opening
REFERENCE = "minimax:depth=2"
SHARP_S = 5.0
TINY_S = 0.01
FRACTION_S = 1.2345678901234567


def course(rules: str | None, seed: int) -> list[Question]:
    """Ten single moves, a point for each legal one, and nine games."""
    return [*_singles(rules, seed), *_games(rules, seed)]


def private(seed: int) -> list[Question]:
    """The same from positions that only the seed tells, and ten moves that must be good."""
    questions = course(None, seed)
    for number, each in enumerate(sharp.positions(seed), 1):
        side = each.position.to_move
        questions.append(
            Question(
                *("best moves", f"best move {number}: {side}, {SHARP_S:g} s", 1.0, True),
                position=str(each.position),
                cpu_move=SHARP_S,
                keeping=each.keeping,
                value="lead",
                depth=each.depth,
                mode="SINGLE",
            )
        )
    return questions


def answer(position: Position, move: Move) -> str:
    """The output.txt that the program should have written."""
    return halma_files.write_output(move)


def _singles(rules: str | None, seed: int) -> list[Question]:
    questions = []
    for number, (count, seconds) in enumerate(SINGLES, 1):
        opening = Openings("halma", rules, f"random:plies={count}", seed)[number]
        record = Record("halma", rules)
        for move in opening.moves:
            record.play(move)
        side = record.position.to_move
        title = f"single move {number}: {side} after {plies(count)}, {seconds:g} s"
        questions.append(
            Question(
                *("single moves", title, 1.0, True),
                first="A" if side == record.start.to_move else "B",  # the program is to move
                opening=opening.moves,
                cpu_move=seconds,
                mode="SINGLE",
            )
        )
    return questions


def _games(rules: str | None, seed: int) -> list[Question]:
    openings = Openings("halma", rules, f"random:plies={OPENING_PLIES}", seed)
    questions = []
    for number, seconds in enumerate(GAME_S, 1):
        first = "AB"[(number - 1) % 2]
        whose = "the program" if first == "A" else "the reference"
        questions.append(
            Question(
                *("games", f"game {number}: {whose} begins, {seconds:g} s", 10.0, False),
                first=first,
                opponent=REFERENCE,
                opening=openings[len(SINGLES) + number].moves,
                cpu_game=seconds,
                draws="time",
                seed=seed + number,
            )
        )
    return questions


def _position(text: str) -> Position:
    return parse("halma", text)


START = start("halma")
WHITE = start("halma", first="white")
# One man left in the camp, and every way out of it is a chain of at least three jumps.
CHAIN = _position(
    "1b4b9/b1w2w10/wb1w1bbb8/5b1b8/4w1bb8/bbb1wbb9/2w2b1w8/b3b11/16/16/6w2w2ww2/5w10/3w9w2/2w3w9/"
    "13ww1/16 b"
)
# No man can leave the camp in one play: one of them must move further from the corner.
INSIDE = _position(
    "b1w2b10/16/3w3b8/w15/3w12/wbb2b1w8/2b7bbb3/4w1w1b3bb2/8bb6/8bbbb4/5w10/3w8w1w1/5w1w5w2/"
    "2w5w2w4/9w6/16 b"
)
# A man in the camp is shut in: the others are free to move.
SHUT_IN = _position(
    "w4w10/w2wbbw9/4bbb9/3bb1bb8/7b8/1wb3wb8/2bb3b8/bb3wbb8/16/16/5w1w4ww2/2w13/6w1w1w5/8w7/"
    "4w3w7/16 b"
)
# All but one man at home: men in the opposing camp must not leave it.
END = _position(
    "wwww12/wwww12/www13/ww14/w15/2w13/2w13/3w12/16/5w1w8/8b7/14bb/13bbb/12bbb1/11bbbbb/11bbbbb b"
)

CHECKS: Sequence[Check] = [
    ("the start position as BLACK, GAME", lambda e: e.ask(START, mode="GAME")),
    ("the start position as WHITE, GAME", lambda e: e.ask(WHITE, mode="GAME")),
    ("the start position, SINGLE", lambda e: e.ask(START, mode="SINGLE")),
    ("a tiny time of 0.01 seconds", lambda e: e.ask(START, mode="SINGLE", seconds=TINY_S)),
    ("a time with decimals", lambda e: e.ask(START, mode="GAME", seconds=FRACTION_S)),
    ("men in the camp must leave it, by a chain of jumps", lambda e: e.ask(CHAIN)),
    ("nobody can leave the camp: further from the corner", lambda e: e.ask(INSIDE)),
    ("a man shut in the camp: any other man", lambda e: e.ask(SHUT_IN)),
    ("men in the opposing camp stay there", lambda e: e.ask(END)),
    ("two moves of one game, started anew for each", lambda e: e.ask(START, WHITE)),
]
