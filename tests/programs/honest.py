"""Plays by the rules."""

from speak import turns

for turn in turns():
    turn.say(turn.legal())
