"""A record's comments, symbols and variations, as a page holds them and back.

What is drawn on the board by hand is a command in the comment, as PGN has them: `[%draw 11>15 20]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hopsow.errors import MessageError
from hopsow.games import Move, Position
from hopsow.messages import Message
from hopsow.records import Record
from hopsow.records.notes import NOTHING, Note, Variation
from hopsow.web.board.line import LineError
from hopsow.web.board.messages import Noted

DRAW = re.compile(r"\[%draw ([^\]]*)\]")
SHAPE = re.compile("[0-9A-Za-z,]{1,7}(>[0-9A-Za-z,]{1,7})?")
MAX_DRAWN = 64


def opening(record: Record) -> tuple[str, list[str]]:
    """What is said and drawn before the first move."""
    return _apart(record.notes.get(0, NOTHING).comment)


def noted(record: Record) -> list[Noted]:
    """The moves of a record, each with what is said of it."""
    notes = {index: note for index, note in record.notes.items() if index}
    return _moves(record.start, record.moves, notes)


def _moves(position: Position, moves: Sequence[Move], notes: dict[int, Note]) -> list[Noted]:
    """A page has no place before the first move of a variation: its comment stands after it."""
    said = []
    for index, move in enumerate(moves, 1):
        note = notes.get(index, NOTHING)
        first = notes.get(0, NOTHING).comment if index == 1 else ""
        comment, drawn = _apart(" ".join(filter(None, (first, note.comment))))
        said.append(
            Noted(
                move=str(move),
                side=position.sides.index(position.to_move),
                comment=comment,
                symbols=note.symbols,
                drawn=drawn,
                variations=[_moves(position, each.moves, each.notes) for each in note.variations],
            )
        )
        position = position.play(move)
    return said


def add(record: Record, comment: str, drawn: Sequence[str], said: Sequence[Noted]) -> None:
    """Note in a record what is said before and of its moves."""
    if [each.move for each in said] != [str(move) for move in record.moves[: len(said)]]:
        raise LineError(Message("line.other-notes"))
    if comment or drawn:
        record.notes[0] = Note(_together(comment, drawn))
    for index, each in enumerate(said, 1):
        note = _note(record.positions[index - 1], each)
        if note != NOTHING:
            record.notes[index] = note


def _note(position: Position, said: Noted) -> Note:
    variations = [_variation(position, each) for each in said.variations if each]
    return Note(_together(said.comment, said.drawn), said.symbols, variations)


def _together(comment: str, drawn: Sequence[str]) -> str:
    command = f"[%draw {' '.join(drawn)}]" if drawn else ""
    return " ".join(filter(None, (command, comment)))


def _apart(comment: str) -> tuple[str, list[str]]:
    """A comment without what it draws, and that."""
    shapes = [shape for command in DRAW.findall(comment) for shape in command.split()]
    drawn = [shape for shape in shapes if SHAPE.fullmatch(shape)]
    return " ".join(DRAW.sub("", comment).split()), drawn[:MAX_DRAWN]


def _variation(position: Position, said: Sequence[Noted]) -> Variation:
    variation = Variation()
    for index, each in enumerate(said, 1):
        try:
            move = position.move(each.move)
        except MessageError as error:
            problem = Message("line.variation", move=each.move, problem=error.why)
            raise LineError(problem) from None
        note = _note(position, each)
        if note != NOTHING:
            variation.notes[index] = note
        variation.moves.append(move)
        position = position.play(move)
    return variation
