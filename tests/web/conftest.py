"""A served board, and a real browser looking at it."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from served import ARGUMENTS, chromium, opened, serving

expect.set_options(timeout=90_000)
# What is carried over the board, and what sounds, in the order in which it happens.
WATCH = """
    window.carried = 0;
    window.tones = 0;
    addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
        for (const change of changes) {
            if (change.target.classList?.contains("layer-motion"))
                window.carried += change.addedNodes.length;
        }
    }).observe(document.body, {childList: true, subtree: true}));
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        window.tones += 1;
        return create.call(this);
    };
"""


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the board is served, without a slash at the end; nobody's own tables are known."""
    folder = tmp_path_factory.mktemp("tables")
    with serving("play", "--no-browser", "--port", "0", HOPSOW_TABLES=str(folder)) as address:
        yield address


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    """The JSON interface."""
    with httpx.Client(base_url=address, timeout=60, trust_env=False) as client:
        yield client


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a window of usual size; nothing may go wrong on it unnoticed."""
    with opened(browser, viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        yield page
        assert problems == []


@pytest.fixture
def lively(browser: Browser) -> Iterator[Page]:
    """A page with nothing switched off, and no tables; nothing may go wrong on it unnoticed."""
    window = {"width": 1280, "height": 800}
    with opened(browser, is_quiet=False, viewport=window) as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        yield page
        assert problems == []
