"""The checkers course: 25 positions where the choice of the move changes the outcome, one second of
CPU time each, a point for each move that keeps the outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hopsow.arena.course.check import Check, Examiner
from hopsow.arena.course.checkers import positions
from hopsow.arena.course.exam import Question
from hopsow.arena.process.program import Program
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.games import Move, Position, parse, start
from hopsow.protocols import checkers as checkers_pipe

ONE_SECOND = 1.0


def course(rules: str | None, seed: int) -> list[Question]:
    """The positions that are always asked; tables have proven them for one rule set."""
    if rules not in (None, checkers_pipe.RULES):
        raise ValueError(f"the positions are proven for the rules {checkers_pipe.RULES} only")
    return _questions(positions.read())


def private(seed: int) -> list[Question]:
    """As many positions that only the seed tells."""
    return _questions(positions.made(seed))


def _questions(exercises: Sequence[positions.Exercise]) -> list[Question]:
    return [
        Question(
            "positions",
            f"position {number}: {each.position} is a {each.value}",
            1.0,
            True,
            position=each.position,
            cpu_move=ONE_SECOND,
            keeping=each.keeping,
            value=each.value,
            depth=each.depth,
        )
        for number, each in enumerate(exercises, 1)
    ]


def answer(position: Position, move: Move) -> str:
    """The line that the program should have written."""
    return checkers_pipe.write(checkers_pipe.after(position, move))


def _position(text: str) -> Position:
    return parse("checkers", text)


START = start("checkers")
LINE = checkers_pipe.write(checkers_pipe.PipeState(START, "begin"))


def _init(examiner: Examiner) -> None:
    """With `init` the program speaks first, and plays white."""

    def talk(program: Program) -> None:
        line = examiner.hear(program)
        if line.split() != LINE.split():
            raise Fault(Verdict.BAD_FORMAT, f"expected {LINE.strip()}")
        after = checkers_pipe.after(START, START.move("11-15"))
        examiner.send(program, checkers_pipe.write(after))
        _legal(examiner.hear(program), after.position)

    examiner.converse(("init",), talk)


def _legal(line: str, position: Position) -> None:
    try:
        checkers_pipe.parse_answer(line, position)
    except ValueError as error:
        raise Fault(Verdict.ILLEGAL_MOVE, str(error)) from None


def _ends(text: str) -> Callable[[Examiner], None]:
    """A side that cannot move, or has no plies left, says so and ends."""
    position = _position(text)

    def check(examiner: Examiner) -> None:
        def talk(program: Program) -> None:
            state = checkers_pipe.PipeState(position, "null")
            examiner.send(program, checkers_pipe.write(state))
            expected = checkers_pipe.write(checkers_pipe.end(position))
            if examiner.hear(program).split() != expected.split():
                raise Fault(Verdict.BAD_FORMAT, f"expected {expected.strip()}")
            examiner.expect_exit(program, "after its end marker")

        examiner.converse((), talk)

    return check


def _reads_end(examiner: Examiner) -> None:
    def talk(program: Program) -> None:
        examiner.send(program, ".....w............w...W.....w... -3 w 50\n")
        examiner.expect_exit(program, "after reading an end marker")

    examiner.converse((), talk)


def _end_of_input(examiner: Examiner) -> None:
    def talk(program: Program) -> None:
        program.close_input()
        examiner.expect_exit(program, "at the end of its input")

    examiner.converse((), talk)


CHECKS: Sequence[Check] = [
    ("the start position as red", lambda e: e.ask(START)),
    ("a reply as white", lambda e: e.ask(START, moves=("11-15",))),
    ("init: prints the start line and plays white", _init),
    ("several moves of one game", lambda e: e.ask(START, START.play("9-13"))),
    ("a capture is mandatory", lambda e: e.ask(_position("B:W18,30:B14,1"))),
    ("a double jump is finished", lambda e: e.ask(_position("W:W22,31:B18,10"))),
    ("a king jumps backward", lambda e: e.ask(_position("W:WK7,31:B10,18,19"))),
    ("crowning ends the turn", lambda e: e.ask(_position("W:W11,31:B8,7,12"))),
    ("a man is crowned by a step", lambda e: e.ask(_position("B:W9:B25"))),
    ("one ply is left before the draw", lambda e: e.ask(_position("B:WK32:BK1,K5:H49"))),
    ("red without moves says that white has won", _ends("B:W9,14:B5")),
    ("white without men says that red has won", _ends("W:W:B5")),
    ("counter 0 is a draw", _ends("B:WK32:BK1:H50")),
    ("ends after reading an end marker", _reads_end),
    ("ends at the end of its input", _end_of_input),
]
