"""Looks for the working folders of the match; says on stderr what it sees there."""

import sys
from pathlib import Path

from speak import turns

for path in Path.cwd().parent.parent.glob("hopsow-*/*/*"):
    if path.parent != Path.cwd():
        print(f"saw {path}", file=sys.stderr)
secret = Path(sys.argv[2].replace(":/", ""))
if secret.exists() and secret.read_text():
    print(f"read {secret}", file=sys.stderr)

for turn in turns():
    turn.say(turn.legal())
