"""Pictures decode in another program, and show what lies on the board."""

import io
import random
import sys
from typing import Any

import hopsow
import pytest
from hopsow import Position, Record, draw
from PIL import Image

FAR = 40  # where a palette is full, the nearest colour stands in
MEN = {(198, 61, 49): "r", (251, 244, 228): "w"}


def played(game: str, plies: int) -> Record:
    chance = random.Random(game)
    record = Record(game)
    while record.outcome is None and len(record.moves) < plies:
        record.play(chance.choice(record.position.legal_moves))
    return record


def opened(file: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(file))
    image.load()
    return image


def as_men(image: Image.Image, scale: int) -> str:
    """The men of a checkers board by the colour a little beside the middle of each square."""
    cells = []
    for cell in range(32):
        row, place = divmod(cell, 4)
        x = 16 + 56 * (2 * place + 1 - row % 2) + 28
        y = 16 + 56 * row + 28
        pixel = image.convert("RGB").getpixel((scale * (x - 17), scale * y))
        far = {man: _distance(pixel, colour) for colour, man in MEN.items()}
        nearest = min(far, key=far.__getitem__)
        cells.append(nearest if far[nearest] <= FAR else ".")
    return "".join(cells)


def _distance(one: Any, other: Any) -> int:
    return max(abs(int(a) - int(b)) for a, b in zip(one, other, strict=True))


def men(position: Position) -> str:
    return position.cells.lower()


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_a_picture_is_twice_as_large_as_the_drawing_and_has_its_colours(game: str) -> None:
    record = played(game, 20)
    image = opened(draw.png(record.position, record.moves[-1]))
    width, height = (
        int(draw.svg(record.position).split(f"{name}='")[1].split("'")[0])
        for name in ("width", "height")
    )
    assert image.size == (2 * width, 2 * height)
    assert image.convert("RGB").getpixel((12, height)) == (0xE7, 0xCF, 0xA4)  # the wood around it


def test_every_man_of_a_position_is_seen_in_the_picture() -> None:
    for position in played("checkers", 70).positions[::7]:
        assert as_men(opened(draw.png(position)), 2) == men(position)


def test_each_frame_of_a_film_shows_its_position() -> None:
    record = played("checkers", 12)
    film = opened(draw.gif(record.positions, record.moves))
    assert film.n_frames == len(record.positions)  # type: ignore[attr-defined]
    durations = []
    for number, position in enumerate(record.positions):
        film.seek(number)
        durations.append(film.info["duration"])
        assert as_men(film, 1) == men(position)
    assert (film.info["loop"], durations[0], durations[-1]) == (0, 800, 3000)


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_the_last_frame_is_the_picture_of_the_last_position(game: str) -> None:
    """A frame holds only what has changed, so all before it must be right, too."""
    record = played(game, 6)
    film = opened(draw.gif(record.positions, record.moves))
    film.seek(len(record.moves))
    alone = opened(draw.gif([record.position], []))
    marked = opened(draw.gif([record.start, record.position], [record.moves[-1]]))
    marked.seek(1)
    assert film.convert("RGB").tobytes() != alone.convert("RGB").tobytes()
    shown, wanted = (image.convert("RGB").tobytes() for image in (film, marked))
    far = max(abs(one - other) for one, other in zip(shown, wanted, strict=True))
    assert far <= FAR


def test_without_pillow_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "hopsow.draw.pictures", raising=False)
    monkeypatch.delattr(draw, "pictures", raising=False)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ValueError, match=r"pictures need Pillow: pip install 'hopsow\[pictures\]'"):
        draw.png(hopsow.start("awari"))
    assert draw.svg(hopsow.start("awari")).startswith("<svg ")
