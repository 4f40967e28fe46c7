"""Pictures decode in another program, and show what lies on the board."""

import io
import random

import hopsow
import pytest
from hopsow import Position, Record, draw
from hopsow.draw.images import packed
from hopsow.draw.pixels import GLYPHS
from PIL import Image
from walks import RULE_SETS, walked

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
        cells.append(MEN.get(pixel, "."))  # type: ignore[arg-type]
    return "".join(cells)


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
    assert far <= 24  # where a palette is full, the nearest colour stands in


@pytest.mark.parametrize(("game", "rules"), RULE_SETS)
def test_every_label_can_be_written(game: str, rules: str) -> None:
    for position, _ in walked(game, rules):
        labels = draw.svg(position).split("</text>")[:-1]
        assert {letter for label in labels for letter in label.rpartition(">")[2]} <= {*GLYPHS}


def unpacked(content: bytes) -> bytes:
    """LZW as a decoder reads it, bit by bit."""
    assert content[0] == 8
    data, at = b"", 1
    while content[at]:
        data += content[at + 1 : at + 1 + content[at]]
        at += 1 + content[at]
    bits = "".join(f"{byte:08b}"[::-1] for byte in data)
    table: list[bytes] = []
    size, place, before, out = 9, 0, b"", b""
    while True:
        code = int(bits[place : place + size][::-1], 2)
        place += size
        if code == 256:
            table, size, before = [bytes([i]) for i in range(256)] + [b"", b""], 9, b""
            continue
        if code == 257:
            return out
        word = table[code] if code < len(table) else before + before[:1]
        if before and len(table) < 4096:
            table.append(before + word[:1])
        if len(table) == 1 << size and size < 12:
            size += 1
        before, out = word, out + word


@pytest.mark.parametrize("colours", [1, 2, 256])
@pytest.mark.parametrize("length", [1, 2, 255, 60_000])
def test_packing_can_be_undone(colours: int, length: int) -> None:
    chance = random.Random(length)
    content = bytes(chance.randrange(colours) for _ in range(length))
    assert unpacked(packed(content)) == content
