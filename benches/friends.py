"""How soon a move is seen: games between two people, each seat at a WebSocket of its own.

`python benches/friends.py [GAMES] [SECONDS]` lets so many games be played at once, in turn of each
of the games, and prints the time from sending a move to hearing of it at the other seat. Who is to
move thinks for a second on average, so that moves come as they come, and not in step; and each asks
as often as a page does whether the server is still there.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

from hopsow import GAMES
from hopsow.web.board.messages import VERSION
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

MEETINGS, SECONDS = 200, 20.0
THINK_S = 1.0
PING_S = 0.75
SETTLE_S = 10.0  # until all have come
AT_THE_DOOR = 50  # who connect at once: a server lets no more than 256 stand there
AIM_MS = 100.0


class Seat:
    """One of two people: hears how the game stands, and plays any move when it is its turn."""

    def __init__(self, socket: ClientConnection, key: str, chance: random.Random) -> None:
        self.socket = socket
        self.key = key
        self.chance = chance
        self.asked = 10

    async def ask(self, question: str, **fields: Any) -> None:
        """Send a question, and leave its answer to whoever listens."""
        self.asked += 1
        message = {"id": self.asked, "ask": question, **fields}
        await self.socket.send(json.dumps(message))

    async def play(self, sent: dict[int, float], delays: list[float]) -> None:
        """Play until the end; `sent` has the moment of each move of this game by its ply."""
        await self.ask("attend", key=self.key)
        self.pinging = asyncio.create_task(self._ping())
        known: dict[str, Any] = {}
        played = -1
        async for text in self.socket:
            heard = time.perf_counter()
            now = json.loads(text)
            if "error" in now or "refused" in now:
                raise RuntimeError(text)
            view = known = now.get("view", known)
            if "begun" not in now or not now["begun"] or view["ply"] == played:
                continue  # an answer, or something else has changed
            played = view["ply"]
            if view.get("outcome"):
                return
            if view["sides"][now["side"]] == view["to_move"]:
                if played in sent:
                    delays.append(heard - sent.pop(played))
                thinking = asyncio.create_task(self._move(now["number"], view, sent))
                thinking.add_done_callback(lambda done: done.cancelled() or done.result())

    async def _ping(self) -> None:
        """Ask whether the server is there, as a page does when it has been silent."""
        with suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(PING_S)
                await self.ask("ping")

    async def _move(self, number: int, view: dict[str, Any], sent: dict[int, float]) -> None:
        await asyncio.sleep(self.chance.expovariate(1 / THINK_S))
        move = self.chance.choice(view["legal_moves"])["text"]
        sent[view["ply"] + 1] = time.perf_counter()
        with suppress(ConnectionClosed):  # whoever listens there says so
            await self.ask(
                "act", key=self.key, deed="play", number=number, ply=view["ply"], move=move
            )


async def meeting(address: str, number: int, door: asyncio.Semaphore, delays: list[float]) -> None:
    """One game, from the invitation on."""
    chance = random.Random(number)
    async with AsyncExitStack() as connections:
        async with door:
            first, second = [
                await connections.enter_async_context(connect(address, proxy=None)) for _ in "12"
            ]
        game = GAMES[number % len(GAMES)]
        await first.send(
            json.dumps({"id": 1, "ask": "meet", "game": game, "minutes": 10, "increment": 5})
        )
        key = json.loads(await first.recv())["key"]
        await first.send(json.dumps({"id": 2, "ask": "attend", "key": key}))
        invite = json.loads(await first.recv())["invite"]
        await first.send(json.dumps({"id": 3, "ask": "cancel", "of": 2}))
        sent: dict[int, float] = {}
        seats = (Seat(first, key, chance), Seat(second, invite, chance))
        await asyncio.gather(*(seat.play(sent, delays) for seat in seats))


def cpu(process: int) -> float:
    """The seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measured(
    address: str, server: int, count: int, seconds: float
) -> tuple[list[float], float]:
    """The delays in milliseconds of all games while they are played, and what the server used."""
    delays: list[float] = []
    door = asyncio.Semaphore(AT_THE_DOOR)
    tasks = [asyncio.create_task(meeting(address, number, door, delays)) for number in range(count)]
    await asyncio.sleep(SETTLE_S)
    delays.clear()
    before = cpu(server)
    await asyncio.sleep(seconds)
    used = cpu(server) - before
    seen = sorted(1000 * delay for delay in delays)
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seen, used


def main() -> None:
    """Measure, and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MEETINGS
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    with subprocess.Popen(
        [sys.executable, "-m", "hopsow", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http(://\S+)", process.stdout.readline())
            assert found is not None
            address = f"ws{found[1]}socket?version={VERSION}"
            delays, used = asyncio.run(measured(address, process.pid, count, seconds))
        finally:
            process.terminate()
    p50, p99 = (delays[min(len(delays) - 1, int(share * len(delays)))] for share in (0.5, 0.99))
    print(
        f"{count} games at once, {len(delays) / seconds:.0f} moves a second: the other seat sees a "
        f"move after {p50:.1f} ms (median), {p99:.1f} ms (99 %, aim {AIM_MS:.0f} ms); "
        f"the server uses {used / seconds:.0%} of a processor; "
        f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
