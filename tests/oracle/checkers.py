"""English checkers on an 8x8 grid of characters: r, w men, R, W kings, `.` everything else.

Source: S4.3 to S4.9 in docs/sources.md and the rulings S0.10 to S0.15. Row 0 is the top row; PDN
squares count along the rows:

    row 0   .  1  .  2  .  3  .  4
    row 1   5  .  6  .  7  .  8  .
    row 2   .  9  . 10  . 11  . 12      red moves down, white up
"""

RULES: tuple[str, ...] = ("dd2380", "tournament", "openspiel")
START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"

SIZE = 8
EMPTY = "."
DRAW_PLIES = {"dd2380": 50, "tournament": 80, "openspiel": 40}
FORWARD = {"r": 1, "w": -1}
CROWNING_ROW = {"r": 7, "w": 0}
OPPONENT = {"r": "w", "w": "r"}
NAME = {"r": "red", "w": "white"}
LETTER = {"r": "B", "w": "W"}  # red is PDN's Black

Grid = list[list[str]]


def moves(text: str, rules: str) -> list[str]:
    """The legal moves as full paths, sorted; none when the game is over."""
    grid, side, plies = _read(text)
    if plies >= DRAW_PLIES[rules]:
        return []
    return sorted(_legal_moves(grid, side))


def play(text: str, move: str, rules: str) -> str:
    """The position after a legal move, given as its full path."""
    if move not in moves(text, rules):
        raise ValueError(f"illegal move {move!r} in {text!r}")
    return _after(text, move, rules)


def outcome(text: str, rules: str) -> tuple[str | None, str] | None:
    """Winner and reason, or None while the game goes on."""
    grid, side, plies = _read(text)
    if plies >= DRAW_PLIES[rules]:
        return None, "no progress"
    if not _legal_moves(grid, side):
        return NAME[OPPONENT[side]], "no moves"
    return None


def perft(text: str, depth: int, rules: str) -> int:
    """Number of lines of exactly `depth` moves."""
    if depth == 0:
        return 1
    legal = moves(text, rules)
    if depth == 1:
        return len(legal)
    return sum(perft(_after(text, move, rules), depth - 1, rules) for move in legal)


def _legal_moves(grid: Grid, side: str) -> list[str]:
    captures = []
    steps = []
    for row in range(SIZE):
        for column in range(SIZE):
            piece = grid[row][column]
            if piece.lower() != side:
                continue
            start = _number(row, column)
            lifted = [line[:] for line in grid]
            lifted[row][column] = EMPTY
            paths = _captures(lifted, piece, row, column)
            captures += ["x".join(str(number) for number in [start, *path]) for path in paths]
            for down, right in _directions(piece):
                if _content(grid, row + down, column + right) == EMPTY:
                    steps.append(f"{start}-{_number(row + down, column + right)}")
    return captures or steps


def _captures(grid: Grid, piece: str, row: int, column: int) -> list[list[int]]:
    """Every finished sequence of jumps from here, as the squares landed on.

    The moving piece itself is not on the grid, so a king can come back to where it started.
    """
    enemy = OPPONENT[piece.lower()]
    paths = []
    for down, right in _directions(piece):
        jumped = _content(grid, row + down, column + right)
        landing_row, landing_column = row + 2 * down, column + 2 * right
        if jumped.lower() != enemy or _content(grid, landing_row, landing_column) != EMPTY:
            continue
        landing = _number(landing_row, landing_column)
        rest: list[list[int]] = []
        if not _is_crowned(piece, landing_row):
            taken = [line[:] for line in grid]
            taken[row + down][column + right] = EMPTY
            rest = _captures(taken, piece, landing_row, landing_column)
        if rest:
            paths += [[landing, *path] for path in rest]
        else:
            paths.append([landing])
    return paths


def _directions(piece: str) -> list[tuple[int, int]]:
    if piece.isupper():
        return [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    return [(FORWARD[piece], -1), (FORWARD[piece], 1)]


def _is_crowned(piece: str, row: int) -> bool:
    """Whether this piece, a man until now, becomes a king by reaching `row`."""
    return piece.islower() and row == CROWNING_ROW[piece]


def _after(text: str, move: str, rules: str) -> str:
    grid, side, plies = _read(text)
    is_capture = "x" in move
    path = [_square(int(number)) for number in move.replace("x", "-").split("-")]
    row, column = path[0]
    piece = grid[row][column]
    is_man = piece.islower()

    grid[row][column] = EMPTY
    for next_row, next_column in path[1:]:
        if is_capture:
            grid[(row + next_row) // 2][(column + next_column) // 2] = EMPTY
        row, column = next_row, next_column
    grid[row][column] = piece.upper() if _is_crowned(piece, row) else piece

    plies += 1
    if is_capture or (is_man and rules == "tournament"):
        plies = 0
    return _write(grid, OPPONENT[side], plies)


def _content(grid: Grid, row: int, column: int) -> str:
    """What stands on a square; off the board nothing does, not even emptiness."""
    if 0 <= row < SIZE and 0 <= column < SIZE:
        return grid[row][column]
    return ""


def _square(number: int) -> tuple[int, int]:
    """Row and column of a PDN square."""
    row = (number - 1) // 4
    column = 2 * ((number - 1) % 4)
    return row, column + 1 if row % 2 == 0 else column


def _number(row: int, column: int) -> int:
    return row * 4 + column // 2 + 1


def _read(text: str) -> tuple[Grid, str, int]:
    grid = [[EMPTY] * SIZE for _ in range(SIZE)]
    turn, *fields = text.split(":")
    plies = 0
    for field in fields:
        letter, content = field[0], field[1:]
        if letter == "H":
            plies = int(content)
            continue
        man = "w" if letter == "W" else "r"
        for item in content.split(",") if content else []:
            row, column = _square(int(item.removeprefix("K")))
            grid[row][column] = man.upper() if item.startswith("K") else man
    return grid, "w" if turn == "W" else "r", plies


def _write(grid: Grid, side: str, plies: int) -> str:
    text = f"{LETTER[side]}:W{_write_pieces(grid, 'w')}:B{_write_pieces(grid, 'r')}"
    return f"{text}:H{plies}" if plies > 0 else text


def _write_pieces(grid: Grid, side: str) -> str:
    men = []
    kings = []
    for number in range(1, 33):
        row, column = _square(number)
        if grid[row][column] == side:
            men.append(f"{number}")
        if grid[row][column] == side.upper():
            kings.append(f"K{number}")
    return ",".join(men + kings)
