"""Lessons in English checkers."""

from __future__ import annotations

from hopsow.analysis.lessons.contract import Lesson, step

RULES = "dd2380"

LESSONS: list[Lesson] = [
    (
        "Men",
        [
            step(
                "Men step one square diagonally forward, on the dark squares only. "
                "Red begins, and moves away from its own edge. Play any move.",
                "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
                None,
                "Moves are written by the numbers of the squares.",
            ),
            step(
                "A man captures by jumping over an opponent into the empty square behind it. "
                "Capturing is mandatory: try the man on 1, then capture.",
                "B:W18,32:B1,14",
                ["14x23"],
                "The captured man comes off the board.",
            ),
            step(
                "If the capturing piece can capture again, it must: the whole chain is one turn. "
                "Capture both red men with the man on 23.",
                "W:W23:B9,18,3",
                ["23x14x5"],
                "Choose the last square, or every square on the way.",
            ),
            step(
                "If several captures are possible you may choose any of them, even the shorter "
                "one, but you must finish the one you choose. Capture two men.",
                "W:W23,24:B9,18,20,3",
                ["23x14x5"],
                "Taking one man with 24 would also have been allowed.",
                "legal, but this time capture two men",
            ),
        ],
    ),
    (
        "Kings and the end",
        [
            step(
                "A man that reaches the last row is crowned. Crown the man on 5.",
                "W:W5,30:B12,20",
                ["5-1"],
                "Crowning ends the turn, even if the new king could go on capturing.",
                "the man on 5 steps to 1",
            ),
            step(
                "Kings move and capture in all four directions. Step backwards with the king.",
                "W:WK14:B3,12",
                ["14-17", "14-18"],
                "Forward for white is up the board; a king does not care.",
                "backwards for white is down the board: 17 or 18",
            ),
            step(
                "A side that cannot move loses: it has no men left, or all are blocked. "
                "Win the game.",
                "W:W22,31:B18",
                ["22x15"],
                "Red has no men left. By the course's rules 50 plies without a capture are a draw.",
            ),
        ],
    ),
]
