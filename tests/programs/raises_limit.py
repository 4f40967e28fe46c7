"""Plays, and says on stderr whether it could allow itself more CPU time."""

import resource
import sys

from speak import turns

for turn in turns():
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (10_000, 10_000))
        print("raised", file=sys.stderr)
    except (ValueError, OSError):
        pass
    turn.say(turn.legal())
