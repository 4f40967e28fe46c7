"""Answers with something that is not in the format."""

from speak import PROTOCOL, turns

for turn in turns():
    turn.say("bestmove lots of love\n" if PROTOCOL == "ugi" else "my move: forward!\n")
