"""Lessons in Halma."""

from __future__ import annotations

from hopsow.analysis.lessons.contract import Lesson, step
from hopsow.games import set_up

RULES = "addendum"


def _board(men: dict[str, str], to_move: str) -> str:
    """The text of a board with men on the squares named for each colour."""
    board = [["."] * 16 for _ in range(16)]
    for colour, squares in men.items():
        for square in squares.split():
            x, y = map(int, square.split(","))
            board[y][x] = colour
    cells = "".join(cell for row in board for cell in row)
    return str(set_up("halma", cells=cells, to_move=to_move))


START = "bbbbb11/bbbbb11/bbbb12/bbb13/bb14/16/16/16/16/16/16/14ww/13www/12wwww/11wwwww/11wwwww"
CAMP_BUT_ONE = (  # white's camp without 15,11
    "11,15 12,15 13,15 14,15 15,15 11,14 12,14 13,14 14,14 15,14 "
    "12,13 13,13 14,13 15,13 13,12 14,12 15,12 14,11"
)

LESSONS: list[Lesson] = [
    (
        "Steps and jumps",
        [
            step(
                "A man steps to any empty square beside it, straight or diagonally. "
                "Step with the white man.",
                _board({"w": "7,7", "b": "1,9"}, "white"),
                None,
                "A step is a whole turn.",
            ),
            step(
                "A man jumps over one neighbour of either colour, if the square behind it is "
                "empty. The man that was jumped over stays. Jump over the black man to 9,9.",
                _board({"w": "7,7", "b": "8,8 2,3"}, "white"),
                ["7,7-9,9"],
                "Nothing is ever captured in Halma: the other men are stepping stones.",
                "jump over the black man on 8,8: choose 9,9",
            ),
            step(
                "After a jump the same man may jump again, as often as it likes. "
                "Find the way to 13,7 in one turn.",
                _board({"w": "7,7 12,8", "b": "8,8 10,9 2,3"}, "white"),
                ["7,7-9,9-11,9-13,7"],
                "Long chains win races. Point at a destination to see the way there.",
                "the chain goes through 9,9 and 11,9",
            ),
            step(
                "From the start, white may step 11,15 to 10,15, or jump 12,15 to 10,13. "
                "Play one of these two.",
                f"{START} w",
                ["11,15-10,15", "12,15-10,13"],
                "Both are examples from the course's own page.",
                "legal, but play 11,15 to 10,15 or 12,15 to 10,13",
            ),
        ],
    ),
    (
        "The camps",
        [
            step(
                "While you have men in your own camp, one of them must leave it. "
                "Try the man outside if you like, then play one out of the camp.",
                _board({"w": "14,11 10,10", "b": "1,9"}, "white"),
                None,
                "Only when no man can leave may one move up inside the camp, away from its corner; "
                "only when that is impossible too may another man move.",
            ),
            step(
                "A man that is outside may not come back into its own camp, "
                "and one in the opposing camp may not leave it. "
                "The man on 4,3 wants to enter black's camp: play it to 3,2.",
                _board({"w": "4,3 0,0", "b": "9,9"}, "white"),
                ["4,3-3,2"],
                "It stays there now, but may still move inside the camp. "
                "Only the ends of a play count: a chain may pass through a camp.",
                "play 4,3 to 3,2",
            ),
            step(
                "You win when every square of the opposing camp is occupied, at least one of them "
                "by you. One square is still empty: fill it.",
                _board({"b": f"{CAMP_BUT_ONE} 14,10", "w": "2,9 3,9"}, "black"),
                ["14,10-15,11"],
                "Black has won. A man that never leaves its camp cannot stop you: "
                "its square counts as occupied.",
                "the empty square is 15,11",
            ),
        ],
    ),
]
