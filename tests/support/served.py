"""A served board and a browser, driven as a person does: what is where is read off the page."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs

import hopsow
from hopsow import Move, Record
from hopsow.web.board.messages import VERSION
from playwright.sync_api import Browser, BrowserContext, Page, expect
from websockets.sync.client import ClientConnection, connect

T = TypeVar("T")
SQUARE = '[data-square="{}"]'
PEOPLE = "?p=human;human"
AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
QUIET = '{"speed":"off","sound":false,"theme":"system","numbers":false,"targets":true}'
ARGUMENTS = [
    "--no-sandbox",
    "--disable-audio-output",  # else PulseAudio leaves a folder behind
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
AT_REST = """() => {
    const { dataset, classList } = document.querySelector("main");
    const game = location.hash.split(/[/?]/)[2];
    return ["open", "over"].includes(dataset.state) && classList.contains(`game-${game}`);
}"""


@contextmanager
def serving(*command: str, **environment: str) -> Iterator[str]:
    """Where a board is served, by a process that lives as long as the block."""
    with started(*command, **environment) as (address, _):
        yield address


@contextmanager
def started(*command: str, **environment: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Where a board is served, as it was printed, and the process that does it."""
    with subprocess.Popen(
        [sys.executable, "-m", "hopsow", *command],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | environment,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3].rstrip("/"), process
        finally:
            process.terminate()


def finished(work: Coroutine[None, None, T]) -> T:
    """The result, from a loop of its own."""
    return apart(lambda: asyncio.run(work))


def apart(work: Callable[[], T]) -> T:
    """The result, from a thread of its own: the browser's tests leave a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def chromium() -> str:
    """Debian's Chromium; HOPSOW_CHROMIUM names another one."""
    path = os.environ.get("HOPSOW_CHROMIUM") or shutil.which("chromium")
    assert path, "no chromium found: `make test` installs Debian's, or set HOPSOW_CHROMIUM"
    return path


def opened(browser: Browser, is_quiet: bool = True, **options: Any) -> BrowserContext:
    """A browser profile of its own, with sound and animation off unless it is not to be quiet."""
    context = browser.new_context(**options)
    context.set_default_timeout(90_000)
    if is_quiet:
        context.add_init_script(
            f"if (location.host) localStorage['hopsow.settings'] ||= {QUIET!r};"
        )
    return context


CONTRAST = "{runOnly: ['color-contrast'], resultTypes: ['violations']}"
# Contrast takes axe most of its time, and words do not change it.
ALL_BUT_CONTRAST = "{rules: {'color-contrast': {enabled: false}}, resultTypes: ['violations']}"


def problems(page: Page, rules: str = "{resultTypes: ['violations']}") -> list[str]:
    """The violations of its rules, or of some of them, that axe finds on the page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    report = page.evaluate(f"axe.run({rules})")
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in report["violations"]
        for node in rule["nodes"]
    ]


def socket(address: str, **options: Any) -> ClientConnection:
    """A WebSocket to the board served there."""
    connection: ClientConnection = connect(
        f"ws{address.removeprefix('http')}/socket?version={VERSION}", proxy=None, **options
    )
    return connection


def record(page: Page) -> Record:
    """The game that the page's address carries."""
    fragment = str(page.evaluate("location.hash.slice(1)"))
    path, _, query = fragment.partition("?")
    given = {name: values[0] for name, values in parse_qs(query).items()}
    game = Record(path.split("/")[2], given.get("r"), given.get("s"))
    for move in filter(None, given.get("m", "").split(".")):
        game.play(move)
    return game


def wait_for_turn(page: Page) -> Record:
    """
    Wait until the person is to move, or the game is over, in the game that the address names: for
    a moment the page still shows the one before. The game so far.
    """
    page.wait_for_function(AT_REST)
    return record(page)


def squares_to_choose(played: Record, move: Move) -> list[str]:
    """What has to be chosen, in order, for just this move."""
    squares = move.squares
    if played.game == "awari":
        return [squares[0]]
    same = [legal for legal in played.position.legal_moves if legal.squares[0] == squares[0]]
    chosen = [squares[0]]
    while len(chosen) < len(squares):
        if sum(legal.squares[-1] == squares[-1] for legal in same) == 1:
            return [*chosen, squares[-1]]
        chosen.append(squares[len(chosen)])
        same = [legal for legal in same if list(legal.squares[: len(chosen)]) == chosen]
        if len(same) == 1:
            return chosen
    return chosen


def good_move(played: Record, nodes: int = 4000) -> Move:
    """Find a sensible move quickly."""
    engine = hopsow.Engine(played.game, hash_mb=4)
    move = engine.search(played.positions, nodes=nodes).move
    assert move is not None
    return move


def square(page: Page, name: str) -> None:
    """Choose a square."""
    page.locator(SQUARE.format(name)).click()


def choose(page: Page, group: str, option: str) -> None:
    """Choose one of a few things that a field offers."""
    page.get_by_role("group", name=group).get_by_label(option, exact=True).check()


def resign(page: Page) -> None:
    """Give the game up, and mean it."""
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()


def expect_toast(page: Page, words: str) -> None:
    """What the page says for a moment."""
    expect(page.locator("#toast.shown")).to_contain_text(words, ignore_case=True)


def say(page: Page, text: str) -> None:
    """Play a move by typing it."""
    page.get_by_label("Type a move").fill(text)
    page.get_by_label("Type a move").press("Enter")


def expect_line(page: Page, *moves: str) -> None:
    """The game has come to just these moves."""
    page.wait_for_function(
        "moves => (new URLSearchParams(location.hash.split('?')[1]).get('m') ?? '') === moves",
        arg=".".join(moves),
    )


def expect_plies(page: Page, plies: int) -> None:
    """The move list has so many moves."""
    expect(page.locator(".moves > .move")).to_have_count(plies)
