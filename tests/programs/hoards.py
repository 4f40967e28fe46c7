"""Plays, and keeps so many MiB in a place: `/tmp`, `/dev/shm`, `here` (the working folder), `deep`
below it where no path reaches, or `shared` (one array that ten children have too)."""

import os
import signal
import sys
from pathlib import Path

from speak import turns

where, size = sys.argv[2], int(sys.argv[3]) << 20
PIECE = 8 << 20
DEPTH = 2100
data = b""
for turn in turns():
    if where == "shared":
        data = data or os.urandom(size)
        for _ in range(10 if turn.number == 1 else 0):
            if os.fork() == 0:
                assert data
                signal.pause()
    else:
        for _ in range(DEPTH if where == "deep" and turn.number == 1 else 0):
            os.mkdir("d")
            os.chdir("d")
        folder = Path("." if where in ("here", "deep") else where)
        for number in range(size // PIECE):
            (folder / f"hoard-{turn.number}-{number}").write_bytes(os.urandom(PIECE))
    turn.say(turn.legal())
