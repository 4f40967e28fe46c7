"""Lessons in Awari."""

from __future__ import annotations

from hopsow.analysis.lessons.contract import Lesson, step

RULES = "forfeit"

LESSONS: list[Lesson] = [
    (
        "Sowing and capturing",
        [
            step(
                "Choose one of your pits, the lower row: its stones are sown one by one into the "
                "next pits, counter-clockwise. The stores are left out. Play any pit.",
                "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
                None,
                "Point at a pit to see where its stones would fall.",
            ),
            step(
                "If your last stone brings one of the opponent's pits to two or three, you capture "
                "what is in it. Find the pit that captures.",
                "4-4-4-4-0-1-1-4-4-4-4-4-5-5-S",
                ["F"],
                "The stones went to your store.",
                "one stone in F reaches a, which then holds two",
            ),
            step(
                "If the pit before it now holds two or three as well, it is captured too, and so "
                "on backwards through the opponent's row. Capture two pits at once.",
                "0-0-2-0-3-0-1-2-4-4-0-0-16-16-S",
                ["E"],
                "Five stones in one move.",
                "the last stone has to fall into b",
            ),
            step(
                "A pit with twelve or more stones goes all the way round and skips the pit it came "
                "from. Play F.",
                "2-2-2-0-0-12-3-3-3-3-3-3-6-6-S",
                ["F"],
                "F itself stays empty: the twelfth stone fell into A, one pit further on.",
                "the big pit is F",
            ),
        ],
    ),
    (
        "Special rules and the end",
        [
            step(
                "You may not take everything: a capture that would leave the opponent without "
                "stones (a grand slam) is allowed as a move but captures nothing. Play E and see.",
                "0-1-0-0-3-0-1-2-0-0-0-0-20-21-S",
                ["E"],
                "The stones stay where they are.",
                "play E",
            ),
            step(
                "If the opponent has no stones, you must give some if you can. "
                "Which pit reaches the upper row?",
                "2-0-0-0-1-1-0-0-0-0-0-0-22-22-S",
                None,
                "The other pits could not be played. If no pit had reached it, the game would have "
                "ended, and the stones in the pits would have belonged to nobody.",
            ),
            step(
                "More than half of all stones wins: 25 of 48. You have 23. Win.",
                "0-0-2-0-0-1-1-2-1-0-0-0-23-18-S",
                ["F"],
                "South has 25. If a position occurs again, the game ends too, and the fuller "
                "store wins.",
                "capture two stones with F",
            ),
        ],
    ),
]
