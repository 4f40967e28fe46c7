"""Drawings as pixels, by Pillow: PNG for a position, an animated GIF for a game.

The few shapes that `draw` makes SVG images of are painted larger than they are shown, so that edges
are smooth once the picture is reduced.
"""

from __future__ import annotations

import io
from collections import Counter
from xml.etree import ElementTree

from PIL import Image, ImageColor, ImageDraw, ImageFont

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


SAMPLES = 4  # in each direction of a pixel
COLOURS = 256  # of a film
FRAME_MS, LAST_MS = 800, 3000


def paint(svg: str, scale: int = 1) -> Image.Image:
    """The picture of an SVG image, so many times as large."""
    root = ElementTree.fromstring(svg)
    size = (scale * int(root.get("width", "0")), scale * int(root.get("height", "0")))
    painter = Painter((SAMPLES * size[0], SAMPLES * size[1]), SAMPLES * scale)
    for shape in root:
        painter.paint(shape)
    return painter.image.resize(size, Image.Resampling.BOX)


def png(picture: Image.Image) -> bytes:
    """The file of one picture."""
    return _saved([picture], "PNG", optimize=True)


def gif(frames: Sequence[Image.Image]) -> bytes:
    """Pictures shown one after the other, in the colours that are most frequent in them."""
    counts: Counter[Any] = Counter()
    for frame in frames:
        for count, colour in frame.getcolors(frame.width * frame.height) or ():
            counts[colour] += count
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour, _ in counts.most_common(COLOURS) for part in colour])
    shown = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    times = [FRAME_MS] * (len(shown) - 1) + [LAST_MS]
    return _saved(shown, "GIF", save_all=True, append_images=shown[1:], duration=times, loop=0)


def _saved(images: Sequence[Image.Image], kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    images[0].save(file, kind, **options)
    return file.getvalue()


class Painter:
    """Paints shapes on white."""

    def __init__(self, size: tuple[int, int], scale: int) -> None:
        self.image = Image.new("RGB", size, "white")
        self._pen = ImageDraw.Draw(self.image, "RGBA")
        self._scale = scale

    def paint(self, shape: ElementTree.Element) -> None:
        """Lay a shape over what is there."""
        kind = shape.tag.rpartition("}")[2]
        fill, edge = _colour(shape, "fill"), _colour(shape, "stroke")
        width = round(self._number(shape, "stroke-width", 1))
        if kind == "rect":
            x, y, wide, high, radius = (
                self._number(shape, name) for name in ("x", "y", "width", "height", "rx")
            )
            corners = (x, y, x + wide - 1, y + high - 1)
            self._pen.rounded_rectangle(corners, radius, fill, edge, width if edge else 0)
        elif kind == "circle":
            x, y, radius = (self._number(shape, name) for name in ("cx", "cy", "r"))
            radius += width / 2 if edge else 0
            self._pen.circle((x, y), radius, fill, edge, width if edge else 0)
        elif kind == "polygon":
            points = self._points(shape.get("points", ""))
            self._pen.polygon(points, fill, edge, width)
        elif kind == "polyline":
            self._pen.line(self._points(shape.get("points", "")), edge, width, "curve")
        elif kind == "path":
            for part in shape.get("d", "").split("M")[1:]:
                self._pen.line(self._points(part.replace("L", " ")), edge, width)
        elif kind == "text":
            font = ImageFont.load_default(self._number(shape, "font-size"))
            place = (self._number(shape, "x"), self._number(shape, "y"))
            self._pen.text(place, shape.text or "", fill, font, "mm")

    def _number(self, shape: ElementTree.Element, name: str, default: float = 0) -> float:
        return self._scale * float(shape.get(name, default))

    def _points(self, text: str) -> list[tuple[float, float]]:
        numbers = [self._scale * float(word) for word in text.replace(",", " ").split()]
        return list(zip(numbers[::2], numbers[1::2], strict=True))


def _colour(shape: ElementTree.Element, name: str) -> tuple[int, ...] | None:
    colour = shape.get(name, "none")
    if colour == "none":
        return None
    opacity = float(shape.get("opacity", shape.get("fill-opacity", "1")))
    return (*ImageColor.getrgb(colour)[:3], round(255 * opacity))
