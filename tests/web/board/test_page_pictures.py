"""Analyse gives the position as text and picture, and the game as a film."""

import io
import json
import random
from pathlib import Path

from hopsow import Record, draw
from hopsow.web import limits
from PIL import Image
from playwright.sync_api import Page, expect
from served import expect_toast, problems, socket

LINE = "11-15 23-19 8-11"


def record(*moves: str) -> Record:
    played = Record("checkers")
    for move in moves:
        played.play(move)
    return played


def saved(page: Page, name: str) -> tuple[str, bytes]:
    """The name and content of the file that a button saves."""
    with page.expect_download() as download:
        page.locator(".save").get_by_role("button", name=name, exact=True).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_the_position_shown_is_saved_and_the_game_to_its_end(page: Page, address: str) -> None:
    page.goto(f"{address}/#/analysis/checkers?m={LINE.replace(' ', '.')}")
    expect(page.locator(".moves .move")).to_have_count(3)
    page.get_by_text("Save or copy").click()
    page.get_by_role("button", name="Back", exact=True).click()
    shown = record(*LINE.split()[:2])
    expect(page.get_by_label("Position", exact=True)).to_have_value(str(shown.position))
    assert problems(page) == []
    assert saved(page, "Text") == ("position.txt", str(shown.position).encode())
    assert saved(page, "SVG") == (
        "checkers.svg",
        draw.svg(shown.position, shown.moves[-1]).encode(),
    )
    assert saved(page, "PNG") == ("checkers.png", draw.png(shown.position, shown.moves[-1]))
    name, film = saved(page, "GIF of the game")
    assert name == "checkers.gif"
    assert Image.open(io.BytesIO(film)).n_frames == 4  # type: ignore[attr-defined]
    whole = record(*LINE.split())
    assert film == draw.gif(whole.positions, whole.moves)


def test_the_picture_is_copied_or_it_is_said_why_not(page: Page, address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    page.goto(f"{address}/#/analysis/checkers?m=11-15")
    expect(page.locator(".moves .move")).to_have_count(1)
    page.get_by_text("Save or copy").click()
    page.get_by_role("button", name="Copy PNG").click()
    expect_toast(page, "Copied.")
    size = page.evaluate(
        """async () => {
            const [item] = await navigator.clipboard.read();
            const picture = await createImageBitmap(await item.getType("image/png"));
            return [picture.width, picture.height];
        }"""
    )
    shown = record("11-15")
    drawn = Image.open(io.BytesIO(draw.png(shown.position, shown.moves[-1])))
    assert tuple(size) == drawn.size
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('no')); }")
    page.get_by_role("button", name="Copy PNG").click()
    expect_toast(page, "Copying is not possible here: save the picture instead.")


def test_a_film_that_would_take_too_long_is_refused(address: str) -> None:
    chance = random.Random(1)
    long = Record("halma")
    while len(long.moves) <= limits.MAX_FILM_PLIES:
        long.play(chance.choice(long.position.legal_moves))
    line = {"game": "halma", "moves": [str(move) for move in long.moves]}
    with socket(address) as connection:
        connection.send(json.dumps({"id": 1, "ask": "draw", "format": "gif", "line": line}))
        answer = json.loads(connection.recv(timeout=60))
    assert answer["error"] == {"kind": "server.long-film", "arguments": {"most": 400}}
