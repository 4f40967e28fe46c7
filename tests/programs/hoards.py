"""Plays, and keeps so many MiB in a place: `/tmp`, `/dev/shm`, `here` (the working folder), `deep`
below it where no path reaches, `shared` (one array that ten children have too), or `nobody` and
`zero`: memory that was filled by a child which has ended, without a file or of /dev/zero;
`removed` files that are still open, `mapped` ones, or `tables` of pages that were only read."""

import mmap
import os
import signal
import sys
from pathlib import Path

from speak import turns

where, size = sys.argv[2], int(sys.argv[3]) << 20
PIECE = 8 << 20
DEPTH = 2100
OF_A_TABLE, NO_RESERVE = 2 << 20, 0x4000  # what a page of tables leads to; a flag of mmap(2)
kept: list[int] = []
data = b""
mapped: list[mmap.mmap] = []
for turn in turns():
    if where == "shared":
        data = data or os.urandom(size)
        for _ in range(10 if turn.number == 1 else 0):
            if os.fork() == 0:
                assert data
                signal.pause()
    elif where in ("nobody", "zero"):
        with open("/dev/zero", "r+b", buffering=0) as zero:
            mapped.append(mmap.mmap(-1 if where == "nobody" else zero.fileno(), size))
        if os.fork() == 0:
            for place in range(0, size, mmap.PAGESIZE):
                mapped[-1][place] = 1
            os._exit(0)
        os.wait()
    elif where == "tables":
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE
        mapped.append(mmap.mmap(-1, size << 9, flags, mmap.PROT_READ))
        assert not any(mapped[-1][place] for place in range(0, size << 9, OF_A_TABLE))
    elif where in ("removed", "mapped"):
        for _ in range(size // PIECE):
            kept.append(os.open("hoard", os.O_CREAT | os.O_RDWR))
            os.unlink("hoard")
            os.write(kept[-1], bytes(PIECE))
            if where == "mapped":
                mapped.append(mmap.mmap(kept[-1], PIECE))
                os.close(kept.pop())
    else:
        for _ in range(DEPTH if where == "deep" and turn.number == 1 else 0):
            os.mkdir("d")
            os.chdir("d")
        folder = Path("." if where in ("here", "deep") else where)
        for number in range(size // PIECE):
            (folder / f"hoard-{turn.number}-{number}").write_bytes(os.urandom(PIECE))
    turn.say(turn.legal())
