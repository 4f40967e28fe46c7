"""The web board: start, click to move, bytes, and two hundred games at once.

make bench                      all benches
.venv/bin/python benches/board.py
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from served import ARGUMENTS, chromium, opened  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402

GAMES_AT_ONCE = 200
PLIES = 6  # human moves measured in each game
THINK_S = 2.0  # a quick player's time for a move, on average
CLICKS = 20
WEB = ROOT / "python/hopsow/server/web"
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
    size = sum(path.stat().st_size for path in WEB.rglob("*") if path.suffix in (".js", ".css"))
    print(f"board: scripts and styles              {size / 1000:8.1f} kB   (at most 260)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        process, address, seconds = start(browser)
        used = cpu_seconds(process.pid)
        print(
            f"board: make play to a usable board     {seconds:8.2f} s    "
            f"(CPU time of the server {used:.2f}; at most 1.5)"
        )
        mine, answers = clicks(browser, address)
        for name, figures in (("own move", mine), ("level 1's answer", answers)):
            print(
                f"board: click to {name:22} {median(figures):8.1f} ms   "
                f"(largest {max(figures):.1f}; at most 100)"
            )
        browser.close()
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
    url = f"ws{address.removeprefix('http')}socket"
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
