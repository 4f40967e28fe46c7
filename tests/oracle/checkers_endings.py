"""Every ending of checkers with one piece each, by trying all positions with all counters.

Run as a program, it writes `testdata/tables/checkers-2-pieces.txt`: a position with red to move,
and the most plies without a capture (0..49) from which it is still won (`+`) or lost (`-`), or `=`
if it is drawn even from 0. The tables in Rust, which know no counters, must say the same.
"""

from itertools import product
from pathlib import Path

from oracle import checkers

RULES = "dd2380"
LIMIT = checkers.DRAW_PLIES[RULES]
FILE = Path(__file__).parents[2] / "testdata" / "tables" / "checkers-2-pieces.txt"

Results = dict[str, int]


def positions() -> list[str]:
    """All texts with one piece of each side, red or white to move."""
    red = [*map(str, range(1, 29)), *(f"K{square}" for square in range(1, 33))]
    white = [*map(str, range(5, 33)), *(f"K{square}" for square in range(1, 33))]
    return [
        f"{turn}:W{theirs}:B{ours}"
        for turn, ours, theirs in product("BW", red, white)
        if ours.lstrip("K") != theirs.lstrip("K")
    ]


def results_by_counter(texts: list[str]) -> list[Results]:
    """For each counter, each position's result for the side to move: 1, 0 or -1."""
    children = {
        text: [checkers.play(text, move, RULES) for move in checkers.moves(text, RULES)]
        for text in texts
    }
    by_counter: list[Results] = [dict.fromkeys(texts, 0)]  # at the limit all is drawn
    for _ in range(LIMIT):
        later = by_counter[-1]
        by_counter.append({text: _result(children[text], later) for text in texts})
    return by_counter[::-1]


def _result(children: list[str], later: Results) -> int:
    """A capture takes the last piece, so the opponent has lost; other moves count one ply more."""
    if not children:
        return -1
    is_capture = [not child.endswith(":H1") for child in children]
    if any(is_capture):
        return 1
    return max(-later[child.removesuffix(":H1")] for child in children)


def lines() -> list[str]:
    """The lines of the file."""
    texts = positions()
    by_counter = results_by_counter(texts)
    return [f"{text} {_most_plies(text, by_counter)}" for text in texts if text[0] == "B"]


def _most_plies(text: str, by_counter: list[Results]) -> str:
    results = [results[text] for results in by_counter]
    result = results[0]
    if result == 0:
        assert not any(results)
        return "="
    # What is decided from one counter is decided alike from every smaller one, and only from these.
    plies = results.count(result) - 1
    assert results == [result] * (plies + 1) + [0] * (LIMIT - plies)
    return f"{'+' if result > 0 else '-'}{plies}"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("\n".join(lines()) + "\n")
