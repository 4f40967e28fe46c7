"""The web board: start, click to move, bytes, what jumps, and two hundred games at once.

make bench                      all benches
.venv/bin/python benches/board.py
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
import urllib.request
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from hopsow.web.board.messages import VERSION  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, sync_playwright  # noqa: E402
from scenes import HALMA, board_with_games, show  # noqa: E402
from served import ARGUMENTS, chromium, opened  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402

GAMES_AT_ONCE = 200
PLIES = 6  # human moves measured in each game
THINK_S = 2.0  # a quick player's time for a move, on average
CLICKS = 20
WEB = ROOT / "python/hopsow/web/page"
WIDE = {"width": 1280, "height": 800}
SHIFT = """window.shift = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({type: "layout-shift", buffered: true});"""
CLICK = """async ([from, to]) => {
    const shown = count => new Promise(done => {
        const list = document.querySelector('.moves');
        const plies = () => list.querySelectorAll(".move").length;
        const look = () => plies() >= count && done(performance.now());
        new MutationObserver(look).observe(list, {childList: true, subtree: true});
        look();
    });
    const tap = name => {
        const cell = document.querySelector(`[data-square="${name}"]`);
        const box = cell.getBoundingClientRect();
        const at = {clientX: box.x + 5, clientY: box.y + 5, bubbles: true, pointerId: 1};
        cell.dispatchEvent(new PointerEvent('pointerdown', at));
        cell.dispatchEvent(new PointerEvent('pointerup', at));
    };
    tap(from);
    const begin = performance.now();
    tap(to);
    const mine = await shown(1);
    return [mine - begin, await shown(2) - begin];
}"""


def main() -> None:
    """Print a line a figure."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        process, address, seconds = start(browser)
        used = cpu_seconds(process.pid)
        print(
            f"board: make play to a usable board     {seconds:8.2f} s    "
            f"(CPU time of the server {used:.2f}; at most 1.5)"
        )
        kb = sent_cold(address) / 1000
        print(f"board: sent before the first move      {kb:8.1f} kB   (at most 80)")
        requests, loads = warm_starts(browser, address)
        print(f"board: requests of a warm start        {requests:8}      (at most 3)")
        print(
            f"board: CPU time of the page to usable  {median(loads):8.2f} s    "
            f"(largest {max(loads):.2f}; at most 0.15)"
        )
        mine, answers = clicks(browser, address)
        for name, figures, most in (("own move", mine, 50), ("level 1's answer", answers, 100)):
            print(
                f"board: click to {name:22} {median(figures):8.1f} ms   "
                f"(largest {max(figures):.1f}; at most {most})"
            )
        for name, shift in shifts(browser).items():
            print(f"board: layout shift, {name:17} {shift:8.3f}      (at most 0.05)")
        browser.close()
    sent, received = asyncio.run(bytes_of_a_move(address))
    print(
        f"board: a Halma move on the wire        {(sent + received) / 1000:8.2f} kB   "
        f"({sent} bytes sent, {received} received; at most 3)"
    )
    latencies = asyncio.run(games_at_once(address))
    p99 = 1000 * quantiles(latencies, n=100)[98]
    print(
        f"board: {GAMES_AT_ONCE} games, answer to a move, p99 {p99:8.1f} ms   "
        f"(median {1000 * median(latencies):.1f}, {len(latencies)} moves; at most 100)"
    )
    process.terminate()


def start(browser: Browser) -> tuple[subprocess.Popen[str], str, float]:
    """A served board, and how long it took from the command to the first possible move."""
    with opened(browser) as context:
        page = context.new_page()
        begin = time.perf_counter()
        process = subprocess.Popen(
            ["make", "-s", "play", "OPTIONS=checkers --no-browser --port 0"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        assert process.stdout is not None
        address = process.stdout.readline().split()[3].partition("#")[0]
        page.goto(f"{address}#/play/checkers")
        page.locator("main[data-state=open]").wait_for()
        return process, address, time.perf_counter() - begin


def cpu_seconds(pid: int) -> float:
    """Of a process and its children, as Linux tells it."""
    process = Path(f"/proc/{pid}")
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    children = (process / "task" / str(pid) / "children").read_text().split()
    return own + sum(cpu_seconds(int(child)) for child in children)


def sent_cold(address: str) -> int:
    """Bytes of the page and of all that it names, as they travel."""
    address = address.rstrip("/")
    packed = 0
    with urllib.request.urlopen(f"{address}/") as page:
        links = re.findall(r'(?:href|src)="(/[^"]+)"', page.read().decode())
    for link in ["/", *links]:
        request = urllib.request.Request(address + link, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            packed += int(answer.headers["Content-Length"])
    return packed


def warm_starts(browser: Browser, address: str) -> tuple[int, list[float]]:
    """The most requests that reach the server when the board is opened again, the WebSocket among
    them, and the seconds of CPU time that its page takes until a move is possible."""
    most, loads = 0, []
    with opened(browser, is_quiet=False) as context:
        load(context, address)
        for _ in range(CLICKS // 4):
            requests, seconds = load(context, address)
            most = max(most, requests)
            loads.append(seconds)
    return most, loads


def load(context: BrowserContext, address: str) -> tuple[int, float]:
    page = context.new_page()
    devices = context.new_cdp_session(page)
    asked: set[str] = set()
    devices.on("Network.requestWillBeSent", lambda event: asked.add(event["requestId"]))
    devices.on("Network.webSocketCreated", lambda event: asked.add(event["requestId"]))
    devices.on("Network.requestServedFromCache", lambda event: asked.discard(event["requestId"]))

    def answered(event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            asked.discard(event["requestId"])

    devices.on("Network.responseReceived", answered)
    devices.send("Network.enable")
    devices.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(f"{address}#/play/checkers")
    page.locator("main[data-state=open]").wait_for()
    metrics = devices.send("Performance.getMetrics")["metrics"]
    seconds = {each["name"]: each["value"] for each in metrics}["TaskDuration"]
    page.wait_for_timeout(500)  # for requests that come later
    page.close()
    return len(asked), seconds


def shifts(browser: Browser) -> dict[str, float]:
    """How much of each view jumps, as browsers count it, without what follows a click."""
    shifts = {}
    with (
        TemporaryDirectory(prefix="hopsow-bench-") as folder,
        board_with_games(Path(folder)) as views,
    ):
        for name, view in views.items():
            with opened(browser, is_quiet=False, viewport=WIDE) as context:
                context.add_init_script(SHIFT)
                page = context.new_page()
                show(page, view)
                shifts[name] = page.evaluate("shift")
    return shifts


async def bytes_of_a_move(address: str) -> tuple[int, int]:
    """Bytes to the server and back for a move late in a game, packed as they travel, on a
    connection that has shown the position before it, as a page's has."""
    host, _, port = address.removeprefix("http://").rstrip("/").partition(":")
    counts = [0, 0]

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(host, int(port))

        async def copy(
            source: asyncio.StreamReader, target: asyncio.StreamWriter, direction: int
        ) -> None:
            with suppress(ConnectionError):
                while data := await source.read(1 << 16):
                    counts[direction] += len(data)
                    target.write(data)
            target.close()

        await asyncio.gather(copy(reader, far_writer, 0), copy(far_reader, writer, 1))

    relaying = await asyncio.start_server(relay, host, 0)
    place = relaying.sockets[0].getsockname()[1]
    *moves, move = HALMA.split(".")
    async with (
        relaying,
        connect(f"ws://{host}:{place}/socket?version={VERSION}", proxy=None) as socket,
    ):
        line = {"game": "halma", "moves": moves}
        await socket.send(json.dumps({"id": 1, "ask": "view", "line": line}))
        await socket.recv()
        counts[:] = [0, 0]
        await socket.send(json.dumps({"id": 2, "ask": "play", "line": line, "move": move}))
        assert len(json.loads(await socket.recv())["moves"]) == len(moves) + 1
    return counts[0], counts[1]


def clicks(browser: Browser, address: str) -> tuple[list[float], list[float]]:
    """Milliseconds from a click to the person's move and to the engine's in the page."""
    mine, answers = [], []
    for number in range(CLICKS):
        with opened(browser) as context:
            page = context.new_page()
            page.goto(f"{address}#/play/checkers?p=human;engine:level=1&r=dd2380")
            page.locator("main[data-state=open]").wait_for()
            squares = [("11", "15"), ("9", "13"), ("10", "14"), ("12", "16")][number % 4]
            own, answer = page.evaluate(CLICK, list(squares))
            mine.append(own)
            answers.append(answer)
    return mine, answers


async def games_at_once(address: str) -> list[float]:
    """Seconds until each human move was answered with the new position."""
    url = f"ws{address.removeprefix('http')}socket?version={VERSION}"
    games = ["halma", "checkers", "awari"]
    tasks = [one_game(url, games[number % 3], number) for number in range(GAMES_AT_ONCE)]
    return [latency for game in await asyncio.gather(*tasks) for latency in game]


async def one_game(url: str, game: str, seed: int) -> list[float]:
    choice = random.Random(seed)
    latencies = []
    async with connect(url, proxy=None) as socket:

        async def ask(**question: Any) -> Any:
            await socket.send(json.dumps({"id": 1, **question}))
            return json.loads(await socket.recv())

        view = await ask(ask="view", line={"game": game, "moves": []})
        for _ in range(PLIES):
            await asyncio.sleep(choice.expovariate(1 / THINK_S))
            line = {"game": game, "moves": view["moves"]}
            move = choice.choice(view["legal_moves"])["text"]
            begin = time.perf_counter()
            view = await ask(ask="play", line=line, move=move)
            latencies.append(time.perf_counter() - begin)
            if "outcome" in view:
                break
            line = {"game": game, "moves": view["moves"]}
            view = (await ask(ask="answer", line=line, agent="engine:level=1"))["view"]
            if "outcome" in view:
                break
    return latencies


if __name__ == "__main__":
    main()
