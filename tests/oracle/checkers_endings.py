"""Every ending of checkers with one piece each, by trying all positions with all counters.

Run as a program, it writes `testdata/tables/checkers-RULES-2-pieces.txt` for each rule set: a
position with red to move, and the most plies without progress (0..49 or 0..79) from which it is
still won (`+`) or lost (`-`), or `=` if it is drawn even from 0. The tables in Rust, which know no
counters, must say the same. That a position occurs three times is left out: docs/tables.md shows
why it may be.
"""

from itertools import product
from pathlib import Path

from oracle import checkers

FOLDER = Path(__file__).parents[2] / "testdata" / "tables"

Results = dict[str, int]


def file(rules: str) -> Path:
    """Where the endings under a rule set are written."""
    return FOLDER / f"checkers-{rules}-2-pieces.txt"


def positions() -> list[str]:
    """All texts with one piece of each side, red or white to move."""
    red = [*map(str, range(1, 29)), *(f"K{square}" for square in range(1, 33))]
    white = [*map(str, range(5, 33)), *(f"K{square}" for square in range(1, 33))]
    return [
        f"{turn}:W{theirs}:B{ours}"
        for turn, ours, theirs in product("BW", red, white)
        if ours.lstrip("K") != theirs.lstrip("K")
    ]


def results_by_counter(texts: list[str], rules: str) -> list[Results]:
    """For each counter, each position's result for the side to move: 1, 0 or -1."""
    limit = checkers.DRAW_PLIES[rules]
    children = {
        text: [checkers.play(text, move, rules) for move in checkers.moves(text, rules)]
        for text in texts
    }
    by_counter: list[Results] = [{} for _ in range(limit + 1)]
    for group in _groups(texts, rules):
        by_counter[limit] |= dict.fromkeys(group, 0)
        for counter in range(limit - 1, -1, -1):
            later, fresh = by_counter[counter + 1], by_counter[0]
            by_counter[counter] |= {text: _result(children[text], later, fresh) for text in group}
    return by_counter


def _groups(texts: list[str], rules: str) -> list[list[str]]:
    """The positions by the rows that men have before them, few first: where a man's move is
    progress, it leads to an earlier group."""
    if rules == "dd2380":
        return [texts]
    groups: dict[int, list[str]] = {}
    for text in texts:
        groups.setdefault(_rows_to_go(text), []).append(text)
    return [groups[rows] for rows in sorted(groups)]


def _rows_to_go(text: str) -> int:
    _, white, red = (field[1:] for field in text.split(":"))
    rows = 0
    if not white.startswith("K"):
        rows += (int(white) - 1) // 4
    if not red.startswith("K"):
        rows += 7 - (int(red) - 1) // 4
    return rows


def _result(children: list[str], later: Results, fresh: Results) -> int:
    """A capture takes the last piece, so the opponent has lost; what is no progress counts one ply
    more."""
    if not children:
        return -1
    return max(_after(child, later, fresh) for child in children)


def _after(child: str, later: Results, fresh: Results) -> int:
    if child.endswith(":H1"):
        return -later[child.removesuffix(":H1")]
    return -fresh[child] if ":W:" not in child and not child.endswith(":B") else 1


def lines(rules: str) -> list[str]:
    """The lines of the file."""
    texts = positions()
    by_counter = results_by_counter(texts, rules)
    return [f"{text} {_most_plies(text, by_counter)}" for text in texts if text[0] == "B"]


def _most_plies(text: str, by_counter: list[Results]) -> str:
    results = [results[text] for results in by_counter]
    result = results[0]
    if result == 0:
        assert not any(results)
        return "="
    # What is decided from one counter is decided alike from every smaller one, and only from these.
    plies = results.count(result) - 1
    assert results == [result] * (plies + 1) + [0] * (len(results) - 1 - plies)
    return f"{'+' if result > 0 else '-'}{plies}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in checkers.RULES:
        file(name).write_text("\n".join(lines(name)) + "\n")
