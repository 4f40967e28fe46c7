"""Plays by the rules, and before each move ends a child of its own by a polite signal."""

import signal
import subprocess

from speak import turns

for turn in turns():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        child = subprocess.Popen(["sleep", "600"])
        child.send_signal(number)
        assert child.wait() == -number
    turn.say(turn.legal())
