"""Halma on a 16x16 grid of characters: `addendum`, and `original`, which lacks its 1a and 1b.

Source: S1.1 to S1.5 in docs/sources.md (the plays, the opposing camp, the win), S2.2 to S2.4 (1a
and 1b) and the rulings S0.1 to S0.6. A move is the pair of its ends, written `from-to`, because
only the ends of a play count for the camp rules and for the position that results.
"""

RULES: tuple[str, ...] = ("addendum", "original")
START = "bbbbb11/bbbbb11/bbbb12/bbb13/bb14/16/16/16/16/16/16/14ww/13www/12wwww/11wwwww/11wwwww b"

SIZE = 16
EMPTY = "."
DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]

Square = tuple[int, int]
Play = tuple[Square, Square]
Grid = list[list[str]]

BLACK_CAMP: list[Square] = [(x, y) for y, width in enumerate([5, 5, 4, 3, 2]) for x in range(width)]
WHITE_CAMP: list[Square] = [(SIZE - 1 - x, SIZE - 1 - y) for x, y in BLACK_CAMP]
CAMP = {"b": BLACK_CAMP, "w": WHITE_CAMP}
CORNER = {"b": (0, 0), "w": (SIZE - 1, SIZE - 1)}
OPPONENT = {"b": "w", "w": "b"}
NAME = {"b": "black", "w": "white"}


def moves(text: str, rules: str) -> list[str]:
    """The legal plays as `from-to`, sorted; none when the game is over."""
    grid, side = _read(text)
    if _has_won(grid, OPPONENT[side]):
        return []
    return sorted(_write_play(play) for play in _legal_plays(grid, side, rules))


def play(text: str, move: str, rules: str) -> str:
    """The position after a legal move; a path of squares is taken by its two ends."""
    squares = move.split("-")
    ends = f"{squares[0]}-{squares[-1]}"
    if ends not in moves(text, rules):
        raise ValueError(f"illegal move {move!r} in {text!r}")
    return _after(text, ends)


def outcome(text: str, rules: str) -> tuple[str | None, str] | None:
    """Winner and reason, or None while the game goes on."""
    grid, side = _read(text)
    if _has_won(grid, OPPONENT[side]):
        return NAME[OPPONENT[side]], "camp filled"
    if not _legal_plays(grid, side, rules):
        return NAME[OPPONENT[side]], "no moves"
    return None


def perft(text: str, depth: int, rules: str) -> int:
    """Number of lines of exactly `depth` plays."""
    if depth == 0:
        return 1
    legal = moves(text, rules)
    if depth == 1:
        return len(legal)
    return sum(perft(_after(text, move), depth - 1, rules) for move in legal)


def _legal_plays(grid: Grid, side: str, rules: str) -> list[Play]:
    own_camp = CAMP[side]
    opposing_camp = CAMP[OPPONENT[side]]
    plays = []
    for start in _men(grid, side):
        for end in _destinations(grid, start):
            if start in opposing_camp and end not in opposing_camp:
                continue
            plays.append((start, end))
    if rules == "original":
        return plays

    # 1a
    plays = [(s, e) for s, e in plays if not (s not in own_camp and e in own_camp)]
    # 1b
    if not any(man in own_camp for man in _men(grid, side)):
        return plays
    leaving = [(s, e) for s, e in plays if s in own_camp and e not in own_camp]
    if leaving:
        return leaving
    further = [(s, e) for s, e in plays if s in own_camp and _is_further(s, e, side)]
    if further:
        return further
    return [(s, e) for s, e in plays if s not in own_camp]


def _destinations(grid: Grid, start: Square) -> list[Square]:
    """Where the man on `start` can end a play, camp rules aside; each square once."""
    x, y = start
    lifted = [row[:] for row in grid]
    lifted[y][x] = EMPTY

    steps = [(x + dx, y + dy) for dx, dy in DIRECTIONS if _is_empty(lifted, x + dx, y + dy)]

    landed = [start]
    for x, y in landed:  # grows while it is walked: every square landed on is jumped from once
        for dx, dy in DIRECTIONS:
            if not _is_man(lifted, x + dx, y + dy):
                continue
            if not _is_empty(lifted, x + 2 * dx, y + 2 * dy):
                continue
            if (x + 2 * dx, y + 2 * dy) not in landed:
                landed.append((x + 2 * dx, y + 2 * dy))

    ends = steps
    for square in landed:
        if square != start and square not in ends:
            ends.append(square)
    return ends


def _is_further(start: Square, end: Square, side: str) -> bool:
    corner_x, corner_y = CORNER[side]
    before_x, before_y = abs(start[0] - corner_x), abs(start[1] - corner_y)
    after_x, after_y = abs(end[0] - corner_x), abs(end[1] - corner_y)
    if after_x < before_x or after_y < before_y:
        return False
    return after_x > before_x or after_y > before_y


def _has_won(grid: Grid, side: str) -> bool:
    """Whether `side`, having just played, has filled the opposing camp."""
    content = [grid[y][x] for x, y in CAMP[OPPONENT[side]]]
    return EMPTY not in content and side in content


def _men(grid: Grid, side: str) -> list[Square]:
    return [(x, y) for y in range(SIZE) for x in range(SIZE) if grid[y][x] == side]


def _is_on_board(x: int, y: int) -> bool:
    return 0 <= x < SIZE and 0 <= y < SIZE


def _is_empty(grid: Grid, x: int, y: int) -> bool:
    return _is_on_board(x, y) and grid[y][x] == EMPTY


def _is_man(grid: Grid, x: int, y: int) -> bool:
    return _is_on_board(x, y) and grid[y][x] != EMPTY


def _after(text: str, move: str) -> str:
    grid, side = _read(text)
    start, end = move.split("-")
    start_x, start_y = (int(number) for number in start.split(","))
    end_x, end_y = (int(number) for number in end.split(","))
    grid[start_y][start_x] = EMPTY
    grid[end_y][end_x] = side
    return _write(grid, OPPONENT[side])


def _write_play(play: Play) -> str:
    (start_x, start_y), (end_x, end_y) = play
    return f"{start_x},{start_y}-{end_x},{end_y}"


def _read(text: str) -> tuple[Grid, str]:
    board, side = text.split(" ")
    grid = []
    for row_text in board.split("/"):
        row: list[str] = []
        digits = ""
        for character in row_text + " ":  # the blank closes a run at the end of the row
            if character.isdigit():
                digits += character
                continue
            row += [EMPTY] * int(digits or "0")
            digits = ""
            if character in ("b", "w"):
                row.append(character)
        grid.append(row)
    if len(grid) != SIZE or any(len(row) != SIZE for row in grid) or side not in OPPONENT:
        raise ValueError(f"not a Halma position: {text!r}")
    return grid, side


def _write(grid: Grid, side: str) -> str:
    rows = []
    for row in grid:
        row_text = ""
        run = 0
        for content in row:
            if content == EMPTY:
                run += 1
                continue
            row_text += (str(run) if run else "") + content
            run = 0
        rows.append(row_text + (str(run) if run else ""))
    return "/".join(rows) + " " + side
