"""A checkers agent: it lists the legal moves and plays one of them.

    python3 agent.py            answer each line of standard input with one on standard output
    python3 agent.py init       the same, but print the start line first, and play white
    python3 agent.py verbose    the same, and draw every position on standard error
    python3 agent.py --moves    print the legal moves of each line instead

A line is `BOARD LASTMOVE NEXT COUNTER`. The board has 32 cells, four in each row from the top; red
moves down. A move is its path: the cell of the piece and then every cell on which it lands.
"""

import sys
from itertools import pairwise

START = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50"
RED_WINS, WHITE_WINS, DRAW = "-2", "-3", "-4"
PLIES_TO_DRAW = 50
RESULTS = {RED_WINS: "red wins", WHITE_WINS: "white wins", DRAW: "draw"}
SIGNS = {"r": "●", "R": "◉", "w": "○", "W": "◎", ".": "·"}
OTHER = {"r": "w", "w": "r"}
FORWARD = {"r": 1, "w": -1}
LAST_ROW = {"r": 7, "w": 0}

Move = list[int]


class State:
    """What a line says."""

    def __init__(self, line: str) -> None:
        self.board, self.last, self.next, counter = line.split()
        self.counter = int(counter)  # plies until the draw

    def is_over(self) -> bool:
        return self.last in (RED_WINS, WHITE_WINS, DRAW)


def row(cell: int) -> int:
    return cell // 4


def column(cell: int) -> int:
    return 2 * (cell % 4) + (row(cell) + 1) % 2


def cell_at(row: int, column: int) -> int | None:
    """The cell of a dark square; None off the board."""
    return row * 4 + column // 2 if 0 <= row < 8 and 0 <= column < 8 else None


def directions(piece: str) -> list[tuple[int, int]]:
    """Down and to the right: men move forward, kings both ways."""
    ways = [FORWARD[piece]] if piece in FORWARD else [-1, 1]
    return [(down, right) for down in ways for right in (-1, 1)]


def put(board: str, cell: int, piece: str) -> str:
    return board[:cell] + piece + board[cell + 1 :]


def is_crowned(piece: str, cell: int) -> bool:
    """Whether this piece, a man until now, becomes a king on a cell."""
    return piece in LAST_ROW and row(cell) == LAST_ROW[piece]


def captures_from(board: str, piece: str, path: Move) -> list[Move]:
    """Every finished capture that begins with a path. The piece itself is not on the board."""
    captures: list[Move] = []
    at = path[-1]
    for down, right in directions(piece):
        over = cell_at(row(at) + down, column(at) + right)
        land = cell_at(row(at) + 2 * down, column(at) + 2 * right)
        if over is None or land is None or board[land] != ".":
            continue
        if board[over].lower() != OTHER[piece.lower()]:
            continue
        longer: list[Move] = []
        if not is_crowned(piece, land):  # crowning ends the turn
            longer = captures_from(put(board, over, "."), piece, [*path, land])
        captures += longer or [[*path, land]]
    return captures


def legal_moves(state: State) -> list[Move]:
    """All captures, or all steps where there is nothing to capture; none once the game is drawn."""
    captures: list[Move] = []
    steps: list[Move] = []
    if state.counter == 0:
        return []
    for cell, piece in enumerate(state.board):
        if piece.lower() != state.next:
            continue
        captures += captures_from(put(state.board, cell, "."), piece, [cell])
        for down, right in directions(piece):
            land = cell_at(row(cell) + down, column(cell) + right)
            if land is not None and state.board[land] == ".":
                steps.append([cell, land])
    return captures or steps


def is_capture(move: Move) -> bool:
    return abs(row(move[1]) - row(move[0])) == 2


def text_of(move: Move) -> str:
    """A move as the pipe writes it: the number of jumps, then the path."""
    jumps = len(move) - 1 if is_capture(move) else 0
    return "_".join(map(str, [jumps, *move]))


def play(state: State, move: Move) -> State:
    """The state after a move."""
    piece = state.board[move[0]]
    board = put(state.board, move[0], ".")
    if is_capture(move):
        for a, b in pairwise(move):
            over = cell_at((row(a) + row(b)) // 2, (column(a) + column(b)) // 2)
            assert over is not None
            board = put(board, over, ".")
    board = put(board, move[-1], piece.upper() if is_crowned(piece, move[-1]) else piece)
    counter = PLIES_TO_DRAW if is_capture(move) else state.counter - 1
    return State(f"{board} {text_of(move)} {OTHER[state.next]} {counter}")


def choose(state: State, moves: list[Move]) -> Move:
    """Your idea goes here. This one captures as much as it can."""
    return max(moves, key=len)


def answer(state: State) -> State:
    """The state after this side's turn, which may be to say that the game is over."""
    if moves := legal_moves(state):
        return play(state, choose(state, moves))
    how = WHITE_WINS if state.next == "r" else RED_WINS
    if state.counter == 0:
        how = DRAW
    return State(f"{state.board} {how} {OTHER[state.next]} {state.counter}")


def show(state: State) -> None:
    """Draw a state on standard error if that is wanted, and say who has won."""
    if "verbose" not in sys.argv:
        return
    lines = [f"{state.last} {state.next} {state.counter}"]
    for first in range(0, 32, 4):
        signs = "   ".join(SIGNS[piece] for piece in state.board[first : first + 4])
        lines.append(f"{first:2}  {'' if row(first) % 2 else '  '}{signs}")
    if state.is_over():
        lines.append(RESULTS[state.last])
    sys.stderr.buffer.write(("\n".join(lines) + "\n\n").encode())
    sys.stderr.flush()


def main() -> None:
    if "init" in sys.argv:
        print(START, flush=True)
        show(State(START))
    for line in sys.stdin:
        state = State(line)
        if "--moves" in sys.argv:
            print(*map(text_of, legal_moves(state)))
            continue
        show(state)
        if state.is_over():
            break
        state = answer(state)
        print(state.board, state.last, state.next, state.counter, flush=True)
        show(state)
        if state.is_over():
            break


if __name__ == "__main__":
    main()
