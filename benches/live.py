"""What watchers cost: a tournament is served to a hundred of them, and processes are weighed.

`python benches/live.py [WATCHERS] [SECONDS]` prints the CPU time of the process that serves and of
the one that plays, as a share of all processors, without watchers and with them. The games are
played by workers, which do nothing for watchers but send what was played.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

WATCHERS, SECONDS = 100, 30.0
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
FILE = """\
game = "checkers"
rounds = 1000
jobs = 2
[limits]
cpu_move = 5.0
[[agents]]
spec = "engine:level=8"
[[agents]]
spec = "minimax:depth=7"
"""


def cpu(process: int) -> float:
    """The seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    return [*map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]


def server_of(process: int, port: int) -> int:
    """The process that listens on a port."""
    sockets = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    local, listens = f":{port:04X}", "0A"
    (inode,) = (each[9] for each in sockets if each[1].endswith(local) and each[3] == listens)
    for child in children(process):
        links = map(os.readlink, Path(f"/proc/{child}/fd").iterdir())
        if f"socket:[{inode}]" in links:
            return child
    raise RuntimeError("nobody serves")


async def listen(address: str, counts: list[int]) -> None:
    """Watch until the end."""
    socket: ClientConnection
    async with connect(address, proxy=None, max_size=None) as socket:
        async for message in socket:
            counts[0] += 1
            counts[1] += len(message)


async def weighed(process: int, address: str, watchers: int, seconds: float) -> tuple[float, ...]:
    """CPU time of server and player while so many watch, and what these are told."""
    counts = [0, 0]
    tasks = [asyncio.create_task(listen(address, counts)) for _ in range(watchers)]
    await asyncio.sleep(3.0)
    counts[:] = 0, 0
    server = server_of(process, urlsplit(address).port or 0)
    before, begun = (cpu(server), cpu(process)), time.monotonic()
    await asyncio.sleep(seconds)
    passed = time.monotonic() - begun
    used = (cpu(server) - before[0], cpu(process) - before[1])
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return used[0] / passed, used[1] / passed, counts[0] / passed, counts[1] / passed


def main() -> None:
    """Measure, and print."""
    watchers = int(sys.argv[1]) if len(sys.argv) > 1 else WATCHERS
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="hopsow-bench-") as folder:
        (Path(folder) / "bench.toml").write_text(FILE)
        command = [sys.executable, "-m", "hopsow", "tournament", "bench.toml", "--serve"]
        with subprocess.Popen(
            [*command, "--port", "0"], cwd=folder, stdout=subprocess.PIPE, encoding="utf-8"
        ) as process:
            assert process.stdout is not None
            found = re.search(r"http(://\S+)", process.stdout.readline())
            assert found is not None
            address = f"ws{found[1]}live"
            try:
                for number in (0, watchers):
                    served, played, messages, told = asyncio.run(
                        weighed(process.pid, address, number, seconds)
                    )
                    print(
                        f"{number} watchers: serving {served / cores:.2%} of {cores} processors, "
                        f"{messages:.0f} messages and {told / 1000:.0f} kB a second; "
                        f"playing {played / cores:.2%}",
                        flush=True,
                    )
            finally:
                process.terminate()


if __name__ == "__main__":
    main()
