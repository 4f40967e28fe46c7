"""A Ray cluster of several nodes on this machine, for as long as a test needs it.

Run as a script it holds the cluster and obeys its input, so that Ray is never imported by the tests
themselves: `add` starts another node and `remove ID` kills one with SIGKILL. It answers each with a
line of JSON. At the end of its input it ends everything.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from hopsow.arena.run.ray import end_all

NODES = 3
MEMORY = 80 << 20  # about the least that Ray takes
LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
TIMES = {"cpu", "wall", "memory", "used", "build", "build_seconds", "spent"}
TASK = "ray::carry_out"  # what a worker is called while it works for us


class Nodes:
    """The cluster as tests see it; nodes are named by Ray's own names for them, the head first."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.raylets: dict[str, int]  # process of each node
        # Where the cluster is, and the process without which there is none.
        self.address, self.gcs, self.raylets = self._ask()

    def _ask(self, *words: str) -> Any:
        pipe = self._process
        assert pipe.stdin is not None
        assert pipe.stdout is not None
        if words:
            print(*words, file=pipe.stdin, flush=True)
        return json.loads(pipe.stdout.readline())

    def add(self, **environment: str) -> str:
        """Start another node, with some variables of its own."""
        name, self.raylets[name] = self._ask("add", json.dumps(environment))
        return str(name)

    def remove(self, name: str) -> None:
        """Kill a node."""
        del self.raylets[name]
        self._ask("remove", name)

    def workers(self) -> list[int]:
        """The processes that are working."""
        raylets = {*self.raylets.values()}
        return [
            pid for pid, parent, name in processes() if parent in raylets and name.startswith(TASK)
        ]


def processes() -> Iterator[tuple[int, int, str]]:
    """All processes: number, parent and command."""
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = path.joinpath("stat").read_text().rpartition(")")[2].split()[1]
            command = path.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode()
            yield int(path.name), int(parent), command


def timeless(value: Any) -> Any:
    """A JSON value without what nobody can repeat."""
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if key not in TIMES}
    return [timeless(each) for each in value] if isinstance(value, list) else value


@contextmanager
def cluster(nodes: int = NODES, **environment: str) -> Iterator[Nodes]:
    """So many nodes with one processor each, and with some variables of their own."""
    # Names of sockets are short, and the usual temporary folder of a test is not.
    folder = tempfile.mkdtemp(prefix="hopsow-ray-", dir="/tmp")
    command = [sys.executable, __file__, folder, str(nodes)]
    pipe = subprocess.PIPE
    # Ray would take 127.0.0.1 for the machine's address in its network, and listen there.
    before = os.environ.get(LOOPBACK)
    os.environ[LOOPBACK] = "0"
    variables = os.environ | environment
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=variables) as process:
        try:
            yield Nodes(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()
            end_all(folder)  # where the head was killed, some of Ray's agents live on
            shutil.rmtree(folder)
            if before is None:
                del os.environ[LOOPBACK]


def main() -> None:
    folder, count = sys.argv[1], int(sys.argv[2])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    os.environ |= {
        "RAY_TMPDIR": folder,
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_memory_monitor_refresh_ms": "0",
    }
    os.mkdir(f"{folder}/ray")
    from ray.cluster_utils import Cluster

    options: dict[str, Any] = {"num_cpus": 1, "object_store_memory": MEMORY}
    head = {"temp_dir": f"{folder}/ray", "include_dashboard": False}
    started = Cluster(
        initialize_head=True,
        head_node_args={**options, **head, "node_ip_address": "127.0.0.1"},
    )
    nodes = {started.head_node.node_id: started.head_node}
    for _ in range(count - 1):
        node = started.add_node(**options, wait=False)
        nodes[node.node_id] = node
    started.wait_for_nodes()

    def answer(value: Any) -> None:
        print(json.dumps(value), file=answers, flush=True)

    def process(node: Any, name: str) -> int:
        return int(node.all_processes[name][0].process.pid)

    raylets = {name: process(node, "raylet") for name, node in nodes.items()}
    answer([started.address, process(started.head_node, "gcs_server"), raylets])
    for line in sys.stdin:
        verb, _, rest = line.strip().partition(" ")
        if verb == "add":
            node = started.add_node(**options, env_vars=json.loads(rest))
            nodes[node.node_id] = node
            answer([node.node_id, process(node, "raylet")])
        else:
            started.remove_node(nodes.pop(rest), allow_graceful=False)
            answer(None)
    started.shutdown()


if __name__ == "__main__":
    main()
