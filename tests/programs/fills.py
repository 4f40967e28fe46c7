"""Plays Halma, and after its first answer fills the disk, at most 40 MiB of it."""

import os
from pathlib import Path

from speak import turns

for turn in turns():
    turn.say(turn.legal())
    for number in range(40):
        try:
            Path(f"hoard-{turn.number}-{os.getpid()}-{number}").write_bytes(bytes(1 << 20))
        except OSError:
            break
