"""Pictures of every view, at four sizes, light and dark, into screenshots/.

Words on the command line choose the views whose names begin with one of them. `--readme` makes
those of the README, in docs/images/.
"""

import sys
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from scenes import READY, View, board_with_games, classroom, show, tournament
from served import ARGUMENTS, SQUARE, chromium, opened

ROOT = Path(__file__).parents[2]
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "wide": (1280, 800), "widest": (2560, 1080)}
ODD_SIZES = {"small": (360, 640), "lying": (844, 390)}  # only of games that are played
COLOURS = 256  # of a picture in the README, which is fetched with it
README = {
    "halma": ("play-halma", ["3,0", "5,10"]),
    "checkers": ("analysis-checkers", []),
    "awari": ("play-awari", ["E"]),
}


def main() -> None:
    """Take them all."""
    words = tuple(word for word in sys.argv[1:] if word != "--readme")
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="hopsow-pictures-")))
        if "--readme" in sys.argv:
            board = stack.enter_context(board_with_games(folder))
            for game, (name, squares) in README.items():
                with opened(browser, viewport={"width": 1040, "height": 640}) as context:
                    picture_for_readme(context.new_page(), board[name].address, game, squares)
        else:
            views = {
                name: view
                for made in (board_with_games, tournament, classroom)
                for name, view in stack.enter_context(made(folder)).items()
                if name.startswith(words or "")
            }
            for theme in ("light", "dark"):
                for size in SIZES:
                    pictures(browser, views, size, theme)
            played = {name: view for name, view in views.items() if name.startswith("play")}
            for size in ODD_SIZES:
                pictures(browser, played, size, "light")
        browser.close()


def pictures(browser: Browser, views: dict[str, View], size: str, theme: str) -> None:
    """Take pictures of views in a window of some size."""
    window = dict(zip(("width", "height"), (SIZES | ODD_SIZES)[size], strict=True))
    with opened(browser, viewport=window, color_scheme=theme) as context:
        page = context.new_page()
        for name, view in views.items():
            picture(page, view, f"{name}-{size}-{theme}.png")


def picture(page: Page, view: View, file: str) -> None:
    """Wait until a view is there, then take its picture."""
    page.goto("about:blank")
    show(page, view)
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
