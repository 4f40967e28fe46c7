"""Pictures of every view: wide and phone, light and dark, into screenshots/; for the README with
`--readme` into docs/images/."""

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from served import ARGUMENTS, SQUARE, chromium, opened, serving

ROOT = Path(__file__).parent.parent
SIZES = {"wide": (1280, 800), "phone": (390, 844)}
ODD_SIZES = {"small": (360, 640), "lying": (844, 390), "widest": (2560, 1080)}
HALMA = (
    "1,2-3,4.13,14-11,12.0,2-4,4.13,15-11,11.1,1-3,5.14,14-10,12.3,1-5,5.14,12-10,10.0,3-6,5"
    ".12,15-10,9.0,0-6,6.15,15-9,9.3,2-4,3.13,12-12,11.2,0-6,4.15,13-11,9.1,0-7,6.15,14-9,8"
    ".1,3-5,7.12,14-8,8.0,4-6,8.15,12-9,10.2,2-4,6.12,13-8,7.1,4-7,4.11,15-9,11.2,3-6,9.14,13-8,9"
)
CHECKERS = "11-15.23-19.8-11.22-17.9-13.17-14.10x17.21x14.15-18.19-15.4-8.24-19.13-17.28-24"
BLUNDERS = (
    "11-15.22-17.7-11.17-13.3-7.25-22.11-16.22-17.15-18.23x14.9x18.29-25.6-9.13x6.2x9.27-23"
    ".18x27.32x23.1-6.25-22.10-15.23-19.16x23.26x19x10x1.12-16.22-18.7-10.1-6.16-20.6x13"
)
AWARI = "F.f.B.e.D.b.E.c.D.f.B.e.D.b.F.b.A.c.F.e"
VIEWS = {
    "home": "#/home",
    "play-halma": f"#/play/halma?p=human;human&m={HALMA}",
    "play-checkers": f"#/play/checkers?p=human;human&m={CHECKERS}",
    "play-awari": f"#/play/awari?p=human;human&m={AWARI}",
    "won": "#/play/awari?p=human;human&s=0-0-2-0-0-1-1-2-1-0-0-0-23-18-S&m=F",
    "analysis-halma": f"#/analysis/halma?m={HALMA}",
    "analysis-checkers": f"#/analysis/checkers?m={CHECKERS}",
    "analysis-awari": f"#/analysis/awari?m={AWARI}",
    "certain": "#/analysis/awari?s=0-0-1-0-0-3-1-2-1-0-1-0-20-19-S",
    "larger-table": "#/analysis/checkers?s=B:W22,23,31:B13,14",
    "review-halma": f"#/review/halma?m={HALMA}",
    "review-checkers": f"#/review/checkers?m={BLUNDERS}",
    "review-awari": f"#/review/awari?m={AWARI}",
    "find": f"#/review/checkers?m={BLUNDERS}",
    "editor-halma": "#/editor/halma",
    "editor-checkers": "#/editor/checkers",
    "editor-awari": "#/editor/awari",
    "puzzles-halma": "#/puzzles/halma",
    "puzzles-checkers": "#/puzzles/checkers",
    "puzzles-awari": "#/puzzles/awari",
    "learn-halma": "#/learn/halma",
    "learn-checkers": "#/learn/checkers",
    "learn-awari": "#/learn/awari",
    "help": "#/help/halma",
    "new-game": "#/play/checkers",
    "friend": "#/play/checkers",
    "settings": "#/play/halma",
}
READY = "main[data-state], .card, .lines li, .points li, .verdict:not(:empty), article table"
COLOURS = 256  # of a picture in the README, which is fetched with it
README = {
    "halma": (VIEWS["play-halma"], ["3,0", "5,10"]),
    "checkers": (VIEWS["analysis-checkers"], []),
    "awari": (VIEWS["play-awari"], ["E"]),
}


def main() -> None:
    """Take them all."""
    with serving("play", "--no-browser", "--port", "0") as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        if "--readme" in sys.argv:
            with opened(browser, viewport={"width": 1040, "height": 640}) as context:
                for game, (view, squares) in README.items():
                    picture_for_readme(context.new_page(), f"{address}/{view}", game, squares)
        else:
            for size, viewport in SIZES.items():
                for theme in ("light", "dark"):
                    pictures(browser, address, size, viewport, theme, VIEWS)
            playing = {name: view for name, view in VIEWS.items() if name.startswith("play")}
            for size, viewport in ODD_SIZES.items():
                pictures(browser, address, size, viewport, "light", playing)
        browser.close()


def pictures(
    browser: Browser,
    address: str,
    size: str,
    viewport: tuple[int, int],
    theme: str,
    views: dict[str, str],
) -> None:
    """Take pictures of views in a window of some size."""
    window = dict(zip(("width", "height"), viewport, strict=True))
    with opened(browser, viewport=window, color_scheme=theme) as context:
        page = context.new_page()
        for name, view in views.items():
            picture(page, f"{address}/{view}", name, f"{name}-{size}-{theme}.png")


def picture(page: Page, address: str, name: str, file: str) -> None:
    """Wait until a view is there, then take its picture."""
    page.goto("about:blank")
    page.goto(address)
    page.locator(READY).first.wait_for()
    if name == "new-game":
        page.get_by_role("button", name="New game").click()
        page.locator("dialog").wait_for()
    if name == "friend":
        page.get_by_role("button", name="Play a friend").click()
        page.get_by_role("button", name="Begin").click()
        page.locator(".view-friend[data-state=open]").wait_for()
    if name == "settings":
        page.get_by_role("button", name="Settings").click()
    if name == "find":
        page.get_by_role("button", name="Find the better moves").click()
    page.wait_for_timeout(1500 if name.startswith(("analysis", "certain")) else 300)
    page.screenshot(path=ROOT / "screenshots" / file)


def picture_for_readme(page: Page, address: str, game: str, squares: list[str]) -> None:
    """One picture a game, with something to see on it."""
    page.goto(address)
    page.locator(READY).first.wait_for()
    for square in squares[:-1]:
        page.locator(SQUARE.format(square)).click()
    for square in squares[-1:]:
        page.locator(SQUARE.format(square)).hover()
    page.wait_for_timeout(2500)
    folder = ROOT / "docs" / "images"
    folder.mkdir(exist_ok=True)
    picture = Image.open(BytesIO(page.screenshot()))
    picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE).save(
        folder / f"{game}.png", optimize=True
    )


if __name__ == "__main__":
    main()
