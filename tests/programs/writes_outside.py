"""Tries to leave a file in its parent folder, beside itself and in the system; says on stderr
where it could."""

import sys
from pathlib import Path

from speak import turns

for folder in (Path.cwd().parent, Path(__file__).parent, Path("/usr")):
    try:
        (folder / "hopsow-was-here").write_text("ha")
        print(f"wrote to {folder}", file=sys.stderr)
    except OSError:
        pass

for turn in turns():
    turn.say(turn.legal())
