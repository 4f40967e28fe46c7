"""Writes its answer to another place than it should: a file of that name, or standard output."""

import sys
from pathlib import Path

from speak import turns

for turn in turns():
    if sys.argv[2] == "stdout":
        print(turn.legal())
    else:
        Path(sys.argv[2]).write_text(turn.legal())
