"""What a net knows of a game beforehand is so in the game."""

import hopsow
import numpy as np
import pytest
import torch
from hopsow.lab.learning.policies.contract import Board
from hopsow.lab.learning.policies.network import network
from hopsow.lab.learning.policies.plan import Plan, outlook
from numpy.typing import NDArray

BOARDS = [game for game in hopsow.GAMES if isinstance(outlook(game).sight, Board)]


def board(game: str) -> Board:
    sight = outlook(game).sight
    assert isinstance(sight, Board)
    return sight


def plan(game: str) -> Plan:
    return Plan(game, hopsow.rule_sets(game)[0], None, 1, 8, 1, 8, 64, 8)


def later(game: str) -> hopsow.Batch:
    """Games that are under way, with captures among them."""
    games = hopsow.batch(game, 64, seed=3, opening_plies=15)
    for _ in range(20):
        games.step(games.sample())
    return games


def turned_round(game: str, seen: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What the other side sees with the same men on a board turned round."""
    there = seen[:, :, ::-1, ::-1].copy()
    there[:, board(game).side_plane] ^= 1
    return there


@pytest.mark.parametrize("game", BOARDS)
def test_an_action_belongs_to_the_square_of_its_man(game: str) -> None:
    sight, games = board(game), later(game)
    ways = hopsow.actions(game) // len(cells(hopsow.start(game)))
    own = games.observations[:, [i for i in range(sight.side_plane) if i in own_planes(game)]]
    indptr, actions = games.legal
    for i in range(len(games)):
        men = own[i].max(axis=0).reshape(-1)
        for action in actions[indptr[i] : indptr[i + 1]]:
            assert men[sight.cells[action] // ways] == 1


def own_planes(game: str) -> range:
    """The planes of the mover's men: half of those before the side's, less those of a capture."""
    return range(board(game).side_plane // 2)


@pytest.mark.parametrize("game", BOARDS)
def test_turning_an_action_round_twice_changes_nothing(game: str) -> None:
    turned = np.array(board(game).turned)
    assert (turned[turned] == np.arange(hopsow.actions(game))).all()
    assert (turned != np.arange(hopsow.actions(game))).all()


@pytest.mark.parametrize("game", BOARDS)
def test_both_sides_look_alike_to_a_net(game: str) -> None:
    torch.manual_seed(1)
    net = network(plan(game))
    for weights in net.parameters():
        torch.nn.init.normal_(weights, std=0.2)
    seen = later(game).observations
    turned = torch.tensor(board(game).turned)
    with torch.no_grad():
        logits, values = net(torch.from_numpy(seen))
        others, same = net(torch.from_numpy(turned_round(game, seen)))
    assert torch.allclose(values, same, atol=1e-5)
    assert torch.allclose(logits, others[:, turned], atol=1e-5)
    assert values.std() > 0.01


def cells(position: hopsow.Position) -> str:
    assert position.setup.cells is not None
    return position.setup.cells


def turned_position(position: hopsow.Position) -> hopsow.Position:
    """The same with the sides exchanged on a board turned round."""
    first, second = hopsow.sides(position.game)
    swap = {first[0]: second[0], second[0]: first[0]}
    swap |= {old.upper(): new.upper() for old, new in swap.items()}
    there = "".join(swap.get(cell, cell) for cell in reversed(cells(position)))
    to_move = second if position.to_move == first else first
    return hopsow.set_up(position.game, cells=there, to_move=to_move)


@pytest.mark.parametrize("game", BOARDS)
def test_legal_actions_turn_with_the_board(game: str) -> None:
    turned = board(game).turned
    games, other = later(game), hopsow.batch(game, 1)
    indptr, actions = games.legal
    compared = 0
    for i in range(len(games)):
        if games.turn(i).actions:
            continue
        other.set_state(0, turned_position(games.state(i)))
        legal = {turned[action] for action in actions[indptr[i] : indptr[i + 1]]}
        assert set(other.legal[1].tolist()) == legal
        compared += 1
    assert compared > 30
