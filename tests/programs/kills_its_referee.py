"""Kills the process that referees it."""

import os
import signal
import time
from pathlib import Path

from speak import turns

for _ in turns():
    fields = Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()
    os.kill(int(fields[1]), signal.SIGKILL)
    time.sleep(3600)
