"""A tournament on two nodes, one of which is cut off from the network while games are played.

Run as a script in a network namespace of its own, as root: the head of the cluster and the command
are in that namespace, the other node in a second one, and a cable between them is pulled. It prints
how the command ended, as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cluster import MEMORY, TASK, processes
from hopsow.arena.run.guard import end_all
from shell import HOPSOW

HEAD, OTHER = "10.77.0.1", "10.77.0.2"
GAMES_BEFORE = 4
ALONE = ["unshare", "--net"]
CABLE = ["ip", "link", "add", "outer", "type", "veth", "peer", "name", "inner"]


def why_not() -> str | None:
    """What keeps this machine from having networks of one's own."""
    tried = subprocess.run([*ALONE, *CABLE], capture_output=True, text=True)
    return tried.stderr.strip() or None


def do(*words: str) -> None:
    subprocess.run(words, check=True)


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
    from ray.cluster_utils import Cluster

    options = {"num_cpus": 1, "object_store_memory": MEMORY, "include_dashboard": False}
    started = Cluster(
        initialize_head=True,
        head_node_args={**options, "temp_dir": f"{folder}/ray", "node_ip_address": HEAD},
    )
    address = started.address
    words = ["start", f"--address={address}", f"--node-ip-address={OTHER}", "--num-cpus=1"]
    ray = [sys.executable, "-m", "ray.scripts.scripts", *words, f"--object-store-memory={MEMORY}"]
    subprocess.run([*there, *ray], check=True, stdout=subprocess.DEVNULL)
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
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    Path(folder, "ray").mkdir()
    try:
        with second_network() as there:
            print(json.dumps(play(there, folder, tournament)), file=answers)
    finally:
        end_all(folder, (os.getpid(),))


if __name__ == "__main__":
    main()
