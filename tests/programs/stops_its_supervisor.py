"""Stops the process that started it, and plays on."""

import os
import signal

from speak import turns

for turn in turns():
    os.kill(os.getppid(), signal.SIGSTOP)
    turn.say(turn.legal())
