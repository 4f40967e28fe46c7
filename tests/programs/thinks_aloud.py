"""Prints what it thinks before its answer, where only the answer belongs."""

from speak import turns

for turn in turns():
    turn.say(f"thinking about move {turn.number}\n")
    turn.say(turn.legal())
