"""Checkers and Awari against OpenSpiel over random games: moves, positions and results.

Where its rules are others, the comparison stops or translates:

- Its checkers begin with the side at the bottom, so its board is ours turned by half a turn.
- Each jump is an action of its own there; a turn is all of them until the other side is to move.
- It ends checkers as a draw after 40 plies without a capture, also where no move is left, and so do
  our rules `openspiel`; the others go on to 50 or 80 plies. Repetition does not end its game.
- Whatever ends Awari, it moves each row into its side's store, as `abapa` counts them. That 24
  stones each are an end of their own changes nothing: no stone is left then, and so no move.
"""

import random
from collections import Counter
from typing import Any

import hopsow
import pyspiel
import pytest
from effort import seeded
from hopsow import Outcome, Position

PARTS = 2
CHECKERS_GAMES = 300  # in each part, of some 65 positions
AWARI_GAMES = 600  # in each part, of some 100 positions

CHECKERS_DRAW_PLIES = 40
PIECES = {".": ".", "o": "r", "8": "R", "+": "w", "*": "W"}

State = Any  # the peer comes without types
Turns = dict[str, list[int]]  # the text of a move, and the actions that it takes


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rules", hopsow.rule_sets("checkers"))
def test_checkers(rules: str, part: int) -> None:
    results = Counter(
        checkers_game(rules, seeded(rules, part, game)) for game in range(CHECKERS_GAMES)
    )
    assert results.keys() == {"red", "white", None}


@pytest.mark.parametrize("part", range(PARTS))
def test_awari(part: int) -> None:
    outcomes = [awari_game(seeded(part, game)) for game in range(AWARI_GAMES)]
    assert {outcome.reason for outcome in outcomes} == {"majority", "no moves", "repetition"}
    assert {outcome.winner for outcome in outcomes} == {"south", "north", None}


def checkers_game(rules: str, chance: random.Random) -> str | None:
    """Play a game on both sides of the comparison; the winner by OpenSpiel's rules."""
    state = pyspiel.load_game("checkers").new_initial_state()
    position = hopsow.start("checkers", rules)
    plies = 0
    while not state.is_terminal():
        turns = checkers_turns(state)
        assert checkers_cells(state) == position.cells
        assert ("red", "white")[state.current_player()] == position.to_move
        assert sorted(turns) == sorted(map(str, position.legal_moves)), position
        assert position.outcome is None

        move = chance.choice(position.legal_moves)
        for action in turns[str(move)]:
            state.apply_action(action)
        position = position.play(move)
        plies = 0 if move.is_capture else plies + 1

    assert checkers_cells(state) == position.cells
    winner = winner_of(state, position)
    if plies == CHECKERS_DRAW_PLIES:
        assert winner is None
        if rules == "openspiel":
            assert position.outcome == Outcome(None, "no progress")
    else:
        assert position.outcome == Outcome(winner, "no moves"), position
    return winner


def checkers_turns(state: State) -> Turns:
    turns: Turns = {}
    unfinished = [(state, [action]) for action in state.legal_actions()]
    while unfinished:
        before, actions = unfinished.pop()
        after = before.child(actions[-1])
        if not after.is_terminal() and after.current_player() == state.current_player():
            unfinished += [(after, [*actions, action]) for action in after.legal_actions()]
        else:
            turns[checkers_move(state, actions)] = actions
    return turns


def checkers_move(state: State, actions: list[int]) -> str:
    """The actions' squares, `c3e5` and `e5g7` for one, as the text of a move."""
    texts = [state.action_to_string(state.current_player(), action) for action in actions]
    squares = [texts[0][:2], *(text[2:] for text in texts)]
    is_capture = abs(int(squares[0][1]) - int(squares[1][1])) == 2
    return ("x" if is_capture else "-").join(str(pdn_square(square)) for square in squares)


def pdn_square(label: str) -> int:
    column, row = 7 - "abcdefgh".index(label[0]), int(label[1]) - 1
    return 4 * row + column // 2 + 1


def checkers_cells(state: State) -> str:
    cells = ["."] * 32
    for line in str(state).splitlines()[:8]:
        for column, piece in zip("abcdefgh", line[1:], strict=True):
            if piece != ".":
                cells[pdn_square(column + line[0]) - 1] = PIECES[piece]
    return "".join(cells)


def awari_game(chance: random.Random) -> Outcome:
    """Play a game on both sides of the comparison, and say how it ended."""
    state = pyspiel.load_game("oware").new_initial_state()
    position = hopsow.start("awari", "abapa")
    earlier: list[Position] = []
    while not state.is_terminal():
        side = state.current_player()
        turns = {state.action_to_string(side, action): action for action in state.legal_actions()}
        assert awari_stones(state) == position.stones
        assert position.sides[side] == position.to_move
        assert sorted(turns) == sorted(map(str, position.legal_moves)), position
        assert position.outcome_after(earlier) is None, position

        move = chance.choice(position.legal_moves)
        state.apply_action(turns[str(move)])
        earlier.append(position)
        position = position.play(move)

    outcome = position.outcome_after(earlier)
    assert outcome is not None, position
    assert outcome.winner == winner_of(state, position), position
    *pits, south, north = position.stones
    assert awari_stones(state) == (*[0] * 12, south + sum(pits[:6]), north + sum(pits[6:]))
    return outcome


def awari_stones(state: State) -> tuple[int, ...]:
    _, stores, pits = state.observation_string(0).split("|")
    return tuple(map(int, pits.split() + stores.split()))


def winner_of(state: State, position: Position) -> str | None:
    first, second = state.returns()
    if first == second:
        return None
    return position.sides[0 if first > second else 1]
