"""A tournament on two nodes, one of which is cut off from the network while games are played.

Run as a script in a network namespace of its own, as root: the head of the cluster and the command
are in that namespace, the other node in a second one, and a cable between them is pulled. It prints
how the command ended, as JSON.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cluster import LOOPBACK, MEMORY, TASK, processes
from hopsow.arena.run.guard import end_all
from shell import HOPSOW

HEAD, OTHER, PORT = "10.77.0.1", "10.77.0.2", 6379
GAMES_BEFORE = 4
ALONE = ["unshare", "--net"]
CABLE = ["ip", "link", "add", "outer", "type", "veth", "peer", "name", "inner"]


def why_not() -> str | None:
    """What keeps this machine from having networks of one's own."""
    tried = subprocess.run([*ALONE, *CABLE], capture_output=True, text=True)
    return tried.stderr.strip() or None


def do(*words: str) -> None:
    """Run a command, which says what it says to standard error."""
    subprocess.run(words, check=True, stdout=2)


@contextmanager
def second_network() -> Iterator[list[str]]:
    """Another namespace with a cable to this one; the words with which a command runs there."""
    with subprocess.Popen([*ALONE, "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        holder.stdin.write(b"\n")
        holder.stdin.flush()
        holder.stdout.read(1)  # it is there
        there = ["nsenter", "--target", str(holder.pid), "--net"]
        do("ip", "link", "set", "lo", "up")
        do(*CABLE)
        do("ip", "link", "set", "inner", "netns", str(holder.pid))
        do("ip", "address", "add", f"{HEAD}/24", "dev", "outer")
        do("ip", "link", "set", "outer", "up")
        do(*there, "ip", "link", "set", "lo", "up")
        do(*there, "ip", "address", "add", f"{OTHER}/24", "dev", "inner")
        do(*there, "ip", "link", "set", "inner", "up")
        yield there


def raylet(address: str) -> int | None:
    """The process of the node with an address."""
    for pid, _, name in processes():
        if "/raylet " in name and f"--node_ip_address={address}" in name:
            return pid
    return None


def play(there: list[str], folder: str, tournament: str) -> dict[str, Any]:
    """Play, pull the cable once the other node plays too, and see how it ends."""
    start = [sys.executable, "-m", "ray.scripts.scripts", "start"]
    small = ["--num-cpus=1", f"--object-store-memory={MEMORY}"]
    first = ["--head", f"--node-ip-address={HEAD}", f"--port={PORT}"]  # as in docs/cluster.md
    do(*start, *first, *small, f"--temp-dir={folder}/ray", "--include-dashboard=false")
    address = f"{HEAD}:{PORT}"
    apart = ["env", f"RAY_TMPDIR={folder}/other"]  # another machine has other temporary files
    do(*there, *apart, *start, f"--address={address}", f"--node-ip-address={OTHER}", *small)
    pipe = subprocess.PIPE
    command = [*HOPSOW, "tournament", tournament, "--no-report", "--on", f"ray:{address}"]
    driver = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)
    assert driver.stdout is not None
    for _ in range(GAMES_BEFORE):
        driver.stdout.readline()
    other = raylet(OTHER)
    while not any(parent == other and name.startswith(TASK) for _, parent, name in processes()):
        assert driver.poll() is None
        time.sleep(0.01)
    do("ip", "link", "set", "outer", "down")
    _, error = driver.communicate()
    return {"status": driver.returncode, "error": error}


def main() -> None:
    folder, tournament = sys.argv[1:]
    os.environ |= {"RAY_TMPDIR": folder, "RAY_USAGE_STATS_ENABLED": "0"}
    os.environ.pop(LOOPBACK, None)  # of the cluster of the other tests, whose nodes share a network
    # A secret of this cluster alone, shared by its nodes as docs/cluster.md says.
    os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for name in ("ray", "other"):
        Path(folder, name).mkdir()
    try:
        with second_network() as there:
            print(json.dumps(play(there, folder, tournament)), file=answers)
    finally:
        end_all(folder, (os.getpid(),))


if __name__ == "__main__":
    main()
