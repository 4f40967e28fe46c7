"""Answers once, and is then ended by SIGSEGV."""

import os
import signal

from speak import turns

for turn in turns():
    if turn.number == 2:
        os.kill(os.getpid(), signal.SIGSEGV)
    turn.say(turn.legal())
