"""Games between friends in a browser: people at pages of their own, links, and who is to move."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page
from served import choose, opened, socket

FOR_FRIEND = "For your friend, who plays"
TO_WATCH = "For those who watch"


@contextmanager
def people(browser: Browser, count: int = 2, is_quiet: bool = True) -> Iterator[list[Page]]:
    """So many pages in browsers of their own; nothing may go wrong on them unnoticed."""
    problems: list[str] = []
    contexts = [opened(browser, is_quiet) for _ in range(count)]
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.on("pageerror", lambda error: problems.append(str(error)))
    yield pages
    for context in contexts:
        context.close()
    assert problems == []


def invite(page: Page, address: str, game: str, side: str | None = None) -> tuple[str, str]:
    """Make a game as a person does; the links for a friend and for those who watch."""
    page.goto(f"{address}/#/play/{game}")
    page.get_by_role("button", name="Play a friend").click()
    if side is not None:
        choose(page, "You play", side)
    page.get_by_role("button", name="Begin").click()
    fields = [page.get_by_label(label, exact=True) for label in (FOR_FRIEND, TO_WATCH)]
    return fields[0].input_value(), fields[1].input_value()


def meet(address: str, **fields: object) -> tuple[str, str]:
    """A game that is made over the socket; the links of both seats."""
    with socket(address) as connection:
        question = {"game": "checkers", **fields}
        connection.send(json.dumps({"id": 1, "ask": "meet", **question}))
        key = json.loads(connection.recv(timeout=60))["key"]
        connection.send(json.dumps({"id": 2, "ask": "attend", "key": key}))
        other = json.loads(connection.recv(timeout=60))["invite"]
    begin = f"{address}/#/friend/{question['game']}"
    return f"{begin}/{key}", f"{begin}/{other}"


def both_come(pages: list[Page], links: tuple[str, ...]) -> None:
    """Everybody opens their link, and sees that they have."""
    for page, link in zip(pages, links, strict=False):
        page.goto(link)
        page.locator(".strip .who", has_text="you").first.wait_for()


def is_to_move(page: Page) -> None:
    page.locator("main[data-state=open]").wait_for()
