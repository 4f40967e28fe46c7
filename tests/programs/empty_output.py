"""Answers with nothing: an empty file, an empty line, a bestmove without a move."""

from speak import PROTOCOL, turns

EMPTY = {"halma": "", "checkers": "\n", "ugi": "bestmove\n"}

for turn in turns():
    turn.say(EMPTY[PROTOCOL])
