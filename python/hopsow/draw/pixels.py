"""Drawings as pixels, for pictures that any program shows.

It paints the few shapes that `draw` makes SVG images of: rectangles, circles, polygons, lines and
short labels. Each row of pixels is sampled four times, and how much of a pixel a shape covers is
rounded to eighths, so that an image has few colours.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, sqrt
from xml.etree import ElementTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Spans = Callable[[float], list[tuple[float, float]]]  # what of a line lies inside
    Point = tuple[float, float]
    # Row, first column and eighths; where the first pixel is full, all are.
    Mask = list[tuple[int, int, bytes]]

WHITE = 0xFFFFFF
SAMPLES = 4
LEVELS = 8
LABEL_HEIGHT = 0.72  # of the size of a font
GLYPH_WIDTH, GLYPH_HEIGHT = 5, 7

# Columns of dots, the lowest bit at the top: the usual letters of small displays.
GLYPHS = {
    "0": "3e5149453e", "1": "00427f4000", "2": "4261514946", "3": "2141454b31",
    "4": "1814127f10", "5": "2745454539", "6": "3c4a494930", "7": "0171090503",
    "8": "3649494936", "9": "064949291e", "A": "7e1111117e", "B": "7f49494936",
    "C": "3e41414122", "D": "7f4141221c", "E": "7f49494941", "F": "7f09090901",
    "N": "7f0408107f", "S": "4649494931", "a": "2054545478", "b": "7f48444438",
    "c": "3844444420", "d": "384444487f", "e": "3854545418", "f": "087e090102",
    "h": "7f08040478", "o": "3844444438", "r": "7c08040408", "t": "043f444020",
    "u": "3c4040207c",
}  # fmt: skip


class Picture:
    """Rows of pixels, each a number 0xRRGGBB."""

    def __init__(self, svg: str, scale: int = 1) -> None:
        image = ElementTree.fromstring(svg)
        self._scale = scale
        self.width = scale * int(image.get("width", "0"))
        self.height = scale * int(image.get("height", "0"))
        self.rows = [[WHITE] * self.width for _ in range(self.height)]
        for shape in image:
            kind = shape.tag.rpartition("}")[2]
            if kind != "title":
                getattr(self, f"_{kind}")(shape)

    def _number(self, shape: ElementTree.Element, name: str, default: float = 0) -> float:
        return self._scale * float(shape.get(name, default))

    def _rect(self, shape: ElementTree.Element) -> None:
        x, y, width, height, radius = (
            self._number(shape, name) for name in ("x", "y", "width", "height", "rx")
        )
        if not radius and _opacity(shape) == 1:  # squares, of which there are many
            row = [_number(shape.get("fill", ""))] * int(width)
            for pixels in self.rows[int(y) : int(y + height)]:
                pixels[int(x) : int(x + width)] = row
            return
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        self._fill(shape, _rounded(x, y, width, height, radius), y, y + height)
        if radius:  # an edge along straight sides is enough
            corners = [
                (x + radius, y), (x + width - radius, y),
                (x + radius, y + height), (x + width - radius, y + height),
                (x, y + radius), (x, y + height - radius),
                (x + width, y + radius), (x + width, y + height - radius),
            ]  # fmt: skip
            for begin, end in zip(corners[::2], corners[1::2], strict=True):
                self._stroke(shape, [begin, end])
        else:
            self._stroke(shape, [*corners, corners[0]])

    def _circle(self, shape: ElementTree.Element) -> None:
        x, y, radius = (self._number(shape, name) for name in ("cx", "cy", "r"))
        edge = self._number(shape, "stroke-width", 1) / 2
        if shape.get("fill") != "none":
            self._disc(x, y, radius, 0, shape.get("fill", ""), _opacity(shape))
        if shape.get("stroke", "none") != "none":
            colour = shape.get("stroke", "")
            self._disc(x, y, radius + edge, radius - edge, colour, _opacity(shape))

    def _polygon(self, shape: ElementTree.Element) -> None:
        points = self._points(shape.get("points", "").split())
        heights = [y for _, y in points]
        self._fill(shape, _inside(points), min(heights), max(heights))
        self._stroke(shape, [*points, points[0]])

    def _polyline(self, shape: ElementTree.Element) -> None:
        self._stroke(shape, self._points(shape.get("points", "").split()))

    def _path(self, shape: ElementTree.Element) -> None:
        for part in shape.get("d", "").split("M")[1:]:
            numbers = part.replace("L", " ").split()
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            self._stroke(shape, self._points(f"{x},{y}" for x, y in pairs))

    def _points(self, pairs: Iterable[str]) -> list[Point]:
        points = (pair.split(",") for pair in pairs)
        return [(self._scale * float(x), self._scale * float(y)) for x, y in points]

    def _text(self, shape: ElementTree.Element) -> None:
        letters = shape.text or ""
        size = self._number(shape, "font-size")
        dot = max(1, round(size * LABEL_HEIGHT / GLYPH_HEIGHT))
        left = round(self._number(shape, "x") - dot * (6 * len(letters) - 1) / 2)
        top = round(self._number(shape, "y") - dot * GLYPH_HEIGHT / 2)
        colour = _number(shape.get("fill", ""))
        for place, letter in enumerate(letters):
            columns = bytes.fromhex(GLYPHS[letter])
            for at in range(GLYPH_WIDTH * GLYPH_HEIGHT):
                row, column = divmod(at, GLYPH_WIDTH)
                if columns[column] >> row & 1:
                    x = left + dot * (6 * place + column)
                    for y in range(top + dot * row, top + dot * (row + 1)):
                        self.rows[y][x : x + dot] = [colour] * dot

    def _fill(self, shape: ElementTree.Element, spans: Spans, top: float, bottom: float) -> None:
        if shape.get("fill") != "none":
            mask = _mask(spans, top, bottom)
            self._paint(0, 0, mask, shape.get("fill", ""), _opacity(shape))

    def _stroke(self, shape: ElementTree.Element, points: list[Point]) -> None:
        colour = shape.get("stroke", "none")
        half = self._number(shape, "stroke-width", 1) / 2
        if colour == "none":
            return
        for (x, y), (right, bottom) in pairwise(points):
            length = sqrt((right - x) ** 2 + (bottom - y) ** 2) or 1
            dx, dy = half * (right - x) / length, half * (bottom - y) / length
            sides = [
                (x - dy, y + dx), (x + dy, y - dx), (right + dy, bottom - dx),
                (right - dy, bottom + dx),
            ]  # fmt: skip
            heights = [height for _, height in sides]
            mask = _mask(_inside(sides), min(heights), max(heights))
            self._paint(0, 0, mask, colour, 1)

    def _disc(
        self, x: float, y: float, radius: float, hole: float, colour: str, opacity: float
    ) -> None:
        column, row = floor(x), floor(y)
        mask = _ring(round(x - column, 2), round(y - row, 2), radius, hole)
        self._paint(column, row, mask, colour, opacity)

    def _paint(self, column: int, row: int, mask: Mask, colour: str, opacity: float) -> None:
        """Lay a colour over what is there, as far as the mask covers it."""
        number = _number(colour)
        for y, x, levels in mask:
            begin = max(0, column + x)
            end = min(self.width, column + x + len(levels))
            if not 0 <= row + y < self.height or begin >= end:
                continue
            pixels = self.rows[row + y]
            if levels[0] * opacity == LEVELS:  # then it is all full
                pixels[begin:end] = [number] * (end - begin)
                continue
            for at in range(begin, end):
                if level := levels[at - column - x]:
                    pixels[at] = _mixed(pixels[at], number, level * opacity)


def _opacity(shape: ElementTree.Element) -> float:
    return float(shape.get("opacity", shape.get("fill-opacity", "1")))


@lru_cache(maxsize=256)
def _number(colour: str) -> int:
    """A colour `#rrggbb` or `#rgb`."""
    digits = colour[1:]
    return int(digits if len(digits) == 6 else "".join(2 * digit for digit in digits), 16)


@lru_cache(maxsize=4096)
def _mixed(under: int, over: int, level: float) -> int:
    part = level / LEVELS
    channels = (
        round((under >> shift & 255) * (1 - part) + (over >> shift & 255) * part) << shift
        for shift in (0, 8, 16)
    )
    return sum(channels)


def _mask(spans: Spans, top: float, bottom: float) -> Mask:
    """How much of each pixel lies inside."""
    mask: Mask = []
    for row in range(floor(top), ceil(bottom)):
        lines = [spans(row + (sample + 0.5) / SAMPLES) for sample in range(SAMPLES)]
        inside = [span for line in lines for span in line]
        if not inside:
            continue
        left = floor(min(begin for begin, _ in inside))
        right = ceil(max(end for _, end in inside))
        first = last = right  # of what is covered completely, if each line has one part
        if all(len(line) == 1 for line in lines):
            first = ceil(max(begin for begin, _ in inside))
            last = max(first, floor(min(end for _, end in inside)))
        for begin, end in ((left, first), (last, right)):
            if begin < end:
                mask.append((row, begin, _covered(inside, begin, end)))
        if first < last:
            mask.append((row, first, bytes([LEVELS]) * (last - first)))
    return mask


def _covered(inside: list[tuple[float, float]], begin: int, end: int) -> bytes:
    """How much of each of some pixels lies inside; never quite all of the first."""
    parts = (
        sum(max(0, min(right, x + 1) - max(left, x)) for left, right in inside)
        for x in range(begin, end)
    )
    levels = [round(LEVELS * part / SAMPLES) for part in parts]
    return bytes([min(levels[0], LEVELS - 1), *levels[1:]])


@lru_cache(maxsize=256)
def _ring(x: float, y: float, radius: float, hole: float) -> Mask:
    """The mask of a circle around a point of the first pixel, with a hole in the middle."""

    def spans(line: float) -> list[tuple[float, float]]:
        outer, inner = (r * r - (line - y) ** 2 for r in (radius, hole))
        if outer <= 0:
            return []
        wide = sqrt(outer)
        if inner <= 0:
            return [(x - wide, x + wide)]
        narrow = sqrt(inner)
        return [(x - wide, x - narrow), (x + narrow, x + wide)]

    return _mask(spans, y - radius, y + radius)


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> Spans:
    def spans(line: float) -> list[tuple[float, float]]:
        from_corner = max(y + radius - line, line - (y + height - radius), 0)
        if line < y or line > y + height:
            return []
        cut = radius - sqrt(max(0, radius**2 - from_corner**2)) if from_corner else 0
        return [(x + cut, x + width - cut)]

    return spans


def _inside(points: list[Point]) -> Spans:
    """What of a line lies inside a polygon: between its first and second edge, and so on."""
    edges = list(zip(points, [*points[1:], points[0]], strict=True))

    def spans(line: float) -> list[tuple[float, float]]:
        crossings = sorted(
            x + (line - y) * (right - x) / (bottom - y)
            for (x, y), (right, bottom) in edges
            if (y <= line) != (bottom <= line)
        )
        return list(zip(crossings[::2], crossings[1::2], strict=True))

    return spans
