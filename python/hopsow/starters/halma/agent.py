"""A Halma agent: it lists the legal moves and plays one of them.

    python3 agent.py                        answer input.txt in this folder by output.txt
    python3 agent.py --moves < input.txt    print the legal moves of each input on a line

A square is (x, y): x to the right, y down from the top left corner. A move is its path, the square
of the man and then every square on which it lands.
"""

import sys
from itertools import pairwise

SIZE = 16
DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
BLACK_CAMP = {(x, y) for y, width in enumerate((5, 5, 4, 3, 2)) for x in range(width)}
WHITE_CAMP = {(SIZE - 1 - x, SIZE - 1 - y) for x, y in BLACK_CAMP}

Square = tuple[int, int]
Move = list[Square]


class Task:
    """What input.txt asks."""

    def __init__(self, lines: list[str]) -> None:
        self.mode = lines[0]  # SINGLE, or GAME: then the seconds are for the rest of the game
        self.side = lines[1][0]  # B or W
        self.seconds = float(lines[2])
        self.board = lines[3 : 3 + SIZE]

    def at(self, x: int, y: int) -> str:
        """B, W or a dot; nothing off the board."""
        return self.board[y][x] if 0 <= x < SIZE and 0 <= y < SIZE else ""


def moves_of_man(task: Task, man: Square) -> list[Move]:
    """Every step and every chain of jumps of a man: one move for each square it can end on."""
    x, y = man
    paths = {man: [man]}
    for dx, dy in DIRECTIONS:
        if task.at(x + dx, y + dy) == ".":
            paths[x + dx, y + dy] = [man, (x + dx, y + dy)]
    landed = {man}
    chains = [[man]]
    for chain in chains:  # grows while it is walked: shorter chains come first
        x, y = chain[-1]
        for dx, dy in DIRECTIONS:
            over, land = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            # The man itself is in the air: its own square is empty.
            if over == man or task.at(*over) not in ("B", "W"):
                continue
            if task.at(*land) == "." and land not in landed:
                landed.add(land)
                chains.append([*chain, land])
                paths.setdefault(land, chains[-1])
    del paths[man]
    return list(paths.values())


def legal_moves(task: Task) -> list[Move]:
    """The moves that the rules allow; only the two ends of a move count for the camps."""
    own, opposing = (BLACK_CAMP, WHITE_CAMP) if task.side == "B" else (WHITE_CAMP, BLACK_CAMP)
    men = [(x, y) for y in range(SIZE) for x in range(SIZE) if task.board[y][x] == task.side]
    moves = []
    for man in men:
        for move in moves_of_man(task, man):
            end = move[-1]
            leaves_opposing = man in opposing and end not in opposing
            returns_home = man not in own and end in own
            if not leaves_opposing and not returns_home:
                moves.append(move)
    if not own.intersection(men):
        return moves
    # A man has to leave the camp; if none can, one has to move away from its corner.
    leaving = [move for move in moves if move[0] in own and move[-1] not in own]
    moving_up = [move for move in moves if move[0] in own and is_further(move, task.side)]
    return leaving or moving_up or [move for move in moves if move[0] not in own]


def is_further(move: Move, side: str) -> bool:
    """Whether a move leads away from the own corner on one axis, and on neither towards it."""
    sign = 1 if side == "B" else -1
    dx, dy = sign * (move[-1][0] - move[0][0]), sign * (move[-1][1] - move[0][1])
    return dx >= 0 and dy >= 0 and dx + dy > 0


def choose(task: Task, moves: list[Move]) -> Move:
    """Your idea goes here. This one takes the move that gets furthest towards the other corner."""
    sign = 1 if task.side == "B" else -1
    return max(moves, key=lambda move: sign * (sum(move[-1]) - sum(move[0])))


def answer(move: Move) -> str:
    """The lines of output.txt: one step, or each jump of a chain."""
    (x, y), (to_x, to_y) = move[0], move[1]
    letter = "E" if max(abs(to_x - x), abs(to_y - y)) == 1 else "J"
    return "".join(f"{letter} {a},{b} {c},{d}\n" for (a, b), (c, d) in pairwise(move))


def main() -> None:
    if "--moves" in sys.argv:
        lines = sys.stdin.read().split()
        for start in range(0, len(lines), 3 + SIZE):
            moves = legal_moves(Task(lines[start : start + 3 + SIZE]))
            print(*("-".join(f"{x},{y}" for x, y in move) for move in moves))
        return
    with open("input.txt") as file:
        task = Task(file.read().split())
    with open("output.txt", "w") as file:
        file.write(answer(choose(task, legal_moves(task))))


if __name__ == "__main__":
    main()
