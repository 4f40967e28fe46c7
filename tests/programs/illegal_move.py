"""Answers in the right format with a move that the rules forbid."""

from speak import turns

for turn in turns():
    turn.say(turn.illegal())
