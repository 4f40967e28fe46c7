"""An Awari agent that speaks the engine protocol: it lists the legal moves and plays one of them.

    python3 agent.py    answer lines of standard input: ugi, isready, position …, go, query
                        legalmoves, quit

Pits 0 to 5 are South's from left to right, written A to F; 6 to 11 are North's, a to f, on the way
round. A move is a pit.
"""

import sys

START = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"
LETTERS = "ABCDEFabcdef"
SOUTH, NORTH = 0, 1


class Position:
    """Stones in the pits and stores, and the side to move, from a text such as START."""

    def __init__(self, text: str) -> None:
        *numbers, side = text.split("-")
        stones = [int(number) for number in numbers]
        self.pits, self.stores = stones[:12], stones[12:]
        self.side = SOUTH if side == "S" else NORTH

    def row(self, side: int) -> range:
        """The pits of a side."""
        return range(6) if side == SOUTH else range(6, 12)

    def stones(self, side: int) -> int:
        """How many stones lie in the pits of a side."""
        return sum(self.pits[pit] for pit in self.row(side))

    def play(self, pit: int) -> "Position":
        """The position after a move."""
        after = Position(START)
        after.pits, after.stores, after.side = self.pits[:], self.stores[:], 1 - self.side
        after.pits[pit] = 0
        at = pit
        for _ in range(self.pits[pit]):
            at = (at + 1) % 12
            if at == pit:  # skipped on every lap
                at = (at + 1) % 12
            after.pits[at] += 1
        captured = []
        while at in self.row(after.side) and after.pits[at] in (2, 3):
            captured.append(at)
            at -= 1
        won = sum(after.pits[each] for each in captured)
        if won < after.stones(after.side):  # a grand slam captures nothing
            after.stores[self.side] += won
            for each in captured:
                after.pits[each] = 0
        return after


def is_over(position: Position) -> bool:
    """Whether a store holds more than half of all stones."""
    everything = sum(position.pits) + sum(position.stores)
    return 2 * max(position.stores) > everything


def legal_moves(position: Position) -> list[int]:
    """The pits that may be sown: an opponent without stones has to be given some."""
    if is_over(position):
        return []
    other = 1 - position.side
    moves = [pit for pit in position.row(position.side) if position.pits[pit]]
    if position.stones(other):
        return moves
    return [pit for pit in moves if position.play(pit).stones(other)]


def choose(position: Position, moves: list[int]) -> int:
    """Your idea goes here. This one captures as much as it can."""
    return max(moves, key=lambda pit: position.play(pit).stores[position.side])


def position_of(words: list[str]) -> Position:
    """What a line says: `position startpos` or `position fen TEXT`, then `moves A f …`."""
    position = Position(words[2] if words[1] == "fen" else START)
    if "moves" in words:
        for letter in words[words.index("moves") + 1 :]:
            position = position.play(LETTERS.index(letter))
    return position


def main() -> None:
    position = Position(START)
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["ugi"]:
            print("id name starter\nid author you")
            print("option name Game type combo default awari var awari\nugiok")
        elif words[:1] == ["isready"]:
            print("readyok")
        elif words[:1] == ["uginewgame"]:
            position = Position(START)
        elif words[:1] == ["position"]:
            position = position_of(words)
        elif words[:1] == ["go"]:
            print("bestmove", LETTERS[choose(position, legal_moves(position))])
        elif words == ["query", "legalmoves"]:
            print("response", *(LETTERS[pit] for pit in legal_moves(position)))
        elif words[:1] == ["quit"]:
            break
        sys.stdout.flush()


if __name__ == "__main__":
    main()
