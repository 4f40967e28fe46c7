"""Answers, and at once answers again, before it is asked."""

from speak import turns

for turn in turns():
    turn.say(turn.legal() * 2)
