"""Answers at once, and then goes on thinking while the opponent is to move."""

import threading

from speak import spin, turns

for turn in turns():
    turn.say(turn.legal())
    threading.Thread(target=spin, daemon=True).start()
