"""The rules of each game, told in positions in which the learner makes the move.

A step is a position, what to do there, the moves that do it (None: any legal move), and what there
is to say once it is done. Some are the examples of S1.12 and S3.3.
"""

from __future__ import annotations

from typing import Any

Steps = list[dict[str, Any]]


def _step(
    text: str, position: str, moves: list[str] | None, done: str, hint: str | None = None
) -> dict[str, Any]:
    return {"text": text, "position": position, "moves": moves, "done": done, "hint": hint}


def _halma(men: dict[str, str], to_move: str) -> str:
    """The text of a board with men on the squares named for each colour."""
    board = [["."] * 16 for _ in range(16)]
    for colour, squares in men.items():
        for square in squares.split():
            x, y = map(int, square.split(","))
            board[y][x] = colour
    rows = ["".join(row) for row in board]
    for run in range(16, 0, -1):
        rows = [row.replace("." * run, f"{run} ") for row in rows]
    return "/".join(row.replace(" ", "") for row in rows) + f" {to_move}"


START = "bbbbb11/bbbbb11/bbbb12/bbb13/bb14/16/16/16/16/16/16/14ww/13www/12wwww/11wwwww/11wwwww"
CAMP_BUT_ONE = (  # white's camp without 15,11
    "11,15 12,15 13,15 14,15 15,15 11,14 12,14 13,14 14,14 15,14 "
    "12,13 13,13 14,13 15,13 13,12 14,12 15,12 14,11"
)

HALMA: list[tuple[str, Steps]] = [
    (
        "Steps and jumps",
        [
            _step(
                "A man steps to any empty square beside it, straight or slanting. "
                "Step with the white man.",
                _halma({"w": "7,7", "b": "1,9"}, "w"),
                None,
                "A step is a whole turn.",
            ),
            _step(
                "A man jumps over one neighbour of either colour, if the square behind is empty. "
                "The man that was jumped over stays. Jump over the black man to 9,9.",
                _halma({"w": "7,7", "b": "8,8 2,3"}, "w"),
                ["7,7-9,9"],
                "Nothing is ever captured in Halma: the other men are ladders.",
                "jump over the black man on 8,8: choose 9,9",
            ),
            _step(
                "After a jump the same man may jump again, as often as it likes. "
                "Find the way to 13,7 in one turn.",
                _halma({"w": "7,7 12,8", "b": "8,8 10,9 2,3"}, "w"),
                ["7,7-9,9-11,9-13,7"],
                "Long chains win races. Point at a destination to see the way there.",
                "the chain goes by 9,9 and 11,9",
            ),
            _step(
                "From the start, white may step 11,15 to 10,15, or jump 12,15 to 10,13. "
                "Play one of these two.",
                f"{START} w",
                ["11,15-10,15", "12,15-10,13"],
                "Both are the examples of the course's own page.",
                "legal, but play 11,15 to 10,15 or 12,15 to 10,13",
            ),
        ],
    ),
    (
        "The camps",
        [
            _step(
                "While you have men in your own camp, one of them must leave it. "
                "Try the man outside if you like, then play one out of the camp.",
                _halma({"w": "14,11 10,10", "b": "1,9"}, "w"),
                None,
                "Only when no man can leave may one move up inside the camp, away from its corner; "
                "only when that is impossible too, another man moves.",
            ),
            _step(
                "A man that is outside may not come back into its own camp, "
                "and one in the opposing camp may not leave it. "
                "The man on 4,3 wants to enter black's camp: play it to 3,2.",
                _halma({"w": "4,3 0,0", "b": "9,9"}, "w"),
                ["4,3-3,2"],
                "It stays there now, but may still move inside the camp. "
                "Only the ends of a play count: a chain may pass through a camp.",
                "play 4,3 to 3,2",
            ),
            _step(
                "You win when every square of the opposing camp is occupied, at least one of them "
                "by you. One square is still empty: fill it.",
                _halma({"b": f"{CAMP_BUT_ONE} 14,10", "w": "2,9 3,9"}, "b"),
                ["14,10-15,11"],
                "Black has won. A man that never leaves its camp cannot stop you: "
                "its square counts as occupied.",
                "the empty square is 15,11",
            ),
        ],
    ),
]

CHECKERS: list[tuple[str, Steps]] = [
    (
        "Men",
        [
            _step(
                "Men step one square slantwise forward, on the dark squares only. "
                "Red begins and moves down the board. Play any move.",
                "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
                None,
                "In the settings you can have the squares numbered.",
            ),
            _step(
                "A man captures by jumping over an opponent into the empty square behind. "
                "Capturing is mandatory: try the man on 1, then capture.",
                "B:W18,32:B1,14",
                ["14x23"],
                "The captured man comes off the board.",
            ),
            _step(
                "If the capturing piece can capture again, it must: the whole chain is one turn. "
                "Capture both red men with the man on 23.",
                "W:W23:B9,18,3",
                ["23x14x5"],
                "Choose the last square, or every square on the way.",
            ),
            _step(
                "With several captures you may choose freely, also the shorter one, "
                "but the chosen one must be finished. Capture two men.",
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
            _step(
                "A man that reaches the last row is crowned. Crown the man on 5.",
                "W:W5,30:B12,20",
                ["5-1"],
                "Crowning ends the turn, even if the new king could capture on.",
                "the man on 5 steps to 1",
            ),
            _step(
                "Kings move and capture in all four directions. Step backwards with the king.",
                "W:WK14:B3,12",
                ["14-17", "14-18"],
                "Forward for white is up the board; a king does not care.",
                "backwards for white is down the board: 17 or 18",
            ),
            _step(
                "Who cannot move loses: nothing left, or everything blocked. Win the game.",
                "W:W22,31:B18",
                ["22x15"],
                "Red has no men left. By the course's rules 50 plies without a capture are a draw.",
            ),
        ],
    ),
]

AWARI: list[tuple[str, Steps]] = [
    (
        "Sowing and capturing",
        [
            _step(
                "Choose one of your pits, the lower row: its stones are sown one by one into the "
                "next pits, counter-clockwise. The stores are left out. Play any pit.",
                "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
                None,
                "Point at a pit to see where its stones would fall.",
            ),
            _step(
                "If your last stone makes a pit of the opponent two or three, you capture what is "
                "in it. Find the pit that captures.",
                "4-4-4-4-0-1-1-4-4-4-4-4-5-5-S",
                ["F"],
                "The stones went to your store.",
                "one stone in F reaches a, which then holds two",
            ),
            _step(
                "If the pit before it now holds two or three as well, it is captured too, and so "
                "on backwards through the opponent's row. Capture two pits at once.",
                "0-0-2-0-3-0-1-2-4-4-0-0-16-16-S",
                ["E"],
                "Five stones in one move.",
                "the last stone has to fall into b",
            ),
            _step(
                "A pit with twelve or more stones goes all the way round and skips the pit it came "
                "from. Play F.",
                "2-2-2-0-0-12-3-3-3-3-3-3-6-6-S",
                ["F"],
                "F itself stays empty: the twelfth stone fell into A, one pit further.",
                "the big pit is F",
            ),
        ],
    ),
    (
        "Special rules and the end",
        [
            _step(
                "You may not take everything: a capture that would leave the opponent without "
                "stones (a grand slam) is allowed as a move but captures nothing. Play E and see.",
                "0-1-0-0-3-0-1-2-0-0-0-0-20-21-S",
                ["E"],
                "The stones stay where they are.",
                "play E",
            ),
            _step(
                "If the opponent has no stones, you must give some if you can. "
                "Which pit reaches the upper row?",
                "2-0-0-0-1-1-0-0-0-0-0-0-22-22-S",
                None,
                "The other pits could not be played. If none had reached, the game would have "
                "ended, and what lies in the pits would belong to nobody.",
            ),
            _step(
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


def _numbered(game: str, rules: str, lessons: list[tuple[str, Steps]]) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{game}-{number}",
            "game": game,
            "title": title,
            "steps": [{**step, "rules": rules} for step in steps],
        }
        for number, (title, steps) in enumerate(lessons, 1)
    ]


LESSONS: list[dict[str, Any]] = [
    *_numbered("halma", "addendum", HALMA),
    *_numbered("checkers", "dd2380", CHECKERS),
    *_numbered("awari", "forfeit", AWARI),
]
