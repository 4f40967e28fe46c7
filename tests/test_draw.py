"""Drawings show every man and stone, and SVG images stand alone."""

import random
from xml.etree import ElementTree

import hopsow
import pytest
from hopsow import Position, Record, draw
from hopsow.draw import awari, checkers, halma
from hopsow.draw.shapes import MARK

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "rect", "circle", "path", "polygon", "polyline", "text"}


def positions(game: str) -> list[Position]:
    line = [hopsow.start(game)]
    chance = random.Random(4)
    for _ in range(80):
        if line[-1].legal_moves:
            line.append(line[-1].play(chance.choice(line[-1].legal_moves)))
    return line


def drawn(position: Position) -> ElementTree.Element:
    return ElementTree.fromstring(draw.svg(position))


def filled(image: ElementTree.Element, colour: str) -> int:
    return sum(circle.get("fill") == colour for circle in image.iter(f"{SVG}circle"))


def labels(image: ElementTree.Element) -> list[str]:
    return [label.text or "" for label in image.iter(f"{SVG}text")]


class TestText:
    def test_halma(self) -> None:
        position = hopsow.start("halma").play("4,1-5,1")
        rows = draw.text(position).splitlines()
        assert rows[0] == rows[-1] == "     0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15"
        assert rows[2] == "  1  ●  ●  ●  ●  ▫  ●  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·   1"
        assert rows[12] == " 11  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ○  ○  11"

    def test_checkers(self) -> None:
        position = hopsow.parse("checkers", "B:W18,24,K10:B12,16,K22:H7")
        assert draw.text(position).splitlines() == [
            "  1 │     1     2     3     4 │  4",
            "  5 │  5     6     7     8    │  8",
            "  9 │     9     ◎    11     ● │ 12",
            " 13 │ 13    14    15     ●    │ 16",
            " 17 │    17     ○    19    20 │ 20",
            " 21 │ 21     ◉    23     ○    │ 24",
            " 25 │    25    26    27    28 │ 28",
            " 29 │ 29    30    31    32    │ 32",
        ]

    def test_awari(self) -> None:
        position = hopsow.parse("awari", "0-1-2-3-4-5-6-7-8-9-10-11-12-13-S")
        assert draw.text(position).splitlines() == [
            "           f     e     d     c     b     a",
            "        ┌─────┬─────┬─────┬─────┬─────┬─────┐",
            " north  │ 11  │ 10  │  9  │  8  │  7  │  6  │  south",
            "   13   ├─────┼─────┼─────┼─────┼─────┼─────┤   12",
            "        │  0  │  1  │  2  │  3  │  4  │  5  │",
            "        └─────┴─────┴─────┴─────┴─────┴─────┘",
            "           A     B     C     D     E     F",
        ]

    @pytest.mark.parametrize("game", hopsow.GAMES)
    def test_no_line_ends_in_blanks(self, game: str) -> None:
        for position in positions(game):
            assert all(row == row.rstrip() for row in draw.text(position).splitlines())


class TestSvg:
    @pytest.mark.parametrize("game", hopsow.GAMES)
    def test_images_are_plain_shapes(self, game: str) -> None:
        for position in positions(game)[::8]:
            for shape in drawn(position).iter():
                assert shape.tag.removeprefix(SVG) in ALLOWED
                assert not any("href" in name or name.startswith("on") for name in shape.attrib)
                assert not any("url(" in value for value in shape.attrib.values())

    @pytest.mark.parametrize(
        ("game", "colours"), [("halma", halma.COLOURS), ("checkers", checkers.COLOURS)]
    )
    def test_every_man_is_drawn(self, game: str, colours: dict[str, tuple[str, str]]) -> None:
        for position in positions(game)[::8]:
            image = drawn(position)
            for man, (fill, _) in colours.items():
                assert filled(image, fill) == position.cells.lower().count(man)

    def test_kings_wear_crowns(self) -> None:
        image = drawn(hopsow.parse("checkers", "B:W18,24,K10:B12,16,K22"))
        assert len(list(image.iter(f"{SVG}polygon"))) == 2

    def test_every_stone_is_drawn_and_counted(self) -> None:
        for text in (
            "0-1-2-3-4-5-6-7-8-9-10-11-12-13-S",
            "13-14-15-16-17-18-19-20-0-0-0-0-60-60-N",
        ):
            position = hopsow.parse("awari", text)
            image = drawn(position)
            assert filled(image, awari.STONE) == sum(position.stones)
            assert sorted(label for label in labels(image) if label.isdigit()) == sorted(
                map(str, position.stones)
            )

    def test_squares_and_pits_are_named(self) -> None:
        assert labels(drawn(hopsow.start("checkers"))) == [str(square) for square in range(1, 33)]
        assert set("ABCDEFabcdef") < set(labels(drawn(hopsow.start("awari"))))
        assert labels(drawn(hopsow.start("halma"))).count("15") == 4

    def test_camps_are_marked(self) -> None:
        image = drawn(hopsow.parse("halma", "/".join(["16"] * 16) + " b"))
        camp = [r for r in image.iter(f"{SVG}rect") if r.get("fill") in halma.CAMP_COLOURS]
        assert len(camp) == 2 * 19

    @pytest.mark.parametrize("game", hopsow.GAMES)
    def test_the_last_move_is_marked(self, game: str) -> None:
        record = Record(game)
        record.play(record.position.legal_moves[0])
        assert MARK not in draw.svg(record.position)
        assert MARK in draw.svg(record.position, record.moves[-1])

    def test_a_notebook_shows_the_image(self) -> None:
        position = hopsow.start("awari")
        assert position._repr_svg_() == draw.svg(position)
