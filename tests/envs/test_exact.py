"""What a batch says of values and regret is what the tables say of positions and moves."""

import hopsow
import numpy as np
import pytest
from effort import IS_LONG, seeded
from hopsow import Turn
from hopsow.tables import Tables

GAMES = 64
ROUNDS = 200 if IS_LONG else 4
TABLES = Tables()

# Positions with few pieces or stones, of which the built-in tables know all that follow.
SIZES = {"checkers": 3, "awari": 12}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", SIZES)
def test_values_and_regret_are_those_of_the_tables(game: str, threads: int) -> None:
    chance = seeded(game)
    batch = hopsow.batch(game, GAMES, threads=threads)
    lost = 0.0
    for _ in range(ROUNDS):
        choices = TABLES.choices(game, chance.getrandbits(32), SIZES[game], GAMES)
        for i, (position, _) in enumerate(choices):
            batch.set_state(i, position)
        known, results, values = batch.values(TABLES)
        assert known.all()
        actions = batch.sample()
        regret = batch.regret(actions, TABLES)
        for i, (position, _) in enumerate(choices):
            assert (results[i], values[i]) == TABLES.probe(position)
            ranked = TABLES.rank_moves(position)
            assert ranked is not None
            taken = [
                result for move, result, _ in ranked if position.actions(move)[0] == actions[i]
            ]
            best = max(result for _, result, _ in ranked)
            assert regret[i] == (best - max(taken)) / 2
            lost += regret[i]
    assert lost > 0


def test_half_made_captures_have_a_value() -> None:
    position = hopsow.parse("checkers", "W:W22:B18,11")
    turn = Turn(position, [position.actions("22x15x8")[0]])
    batch = hopsow.batch("checkers", 1)
    batch.set_state(0, turn)
    known, results, _ = batch.values(TABLES)
    assert (known[0], results[0]) == (True, 1)
    assert batch.regret(turn.legal_actions, TABLES).tolist() == [0.0]


def test_what_no_table_knows_is_said_so() -> None:
    for game in hopsow.GAMES:
        batch = hopsow.batch(game, 2)
        known, _, _ = batch.values(TABLES)
        assert not known.any()
        assert np.isnan(batch.regret(batch.sample(), TABLES)).all()


def test_races_of_halma_are_solved() -> None:
    text = (
        "14ww/13www/12wwww/11wwwww/10w1wwww/16/16/16/16/16/16/14bb/13bbb/12bbbb/10bb1bbb/11bbbbb b"
    )
    batch = hopsow.batch("halma", 1)
    batch.set_state(0, hopsow.parse("halma", text))
    known, results, values = batch.values()
    assert (known[0], results[0], values[0]) == (True, 1, 1)
    position = batch.state(0)
    win = position.action("10,14-12,14")
    assert batch.regret([win]).tolist() == [0.0]


def test_regret_refuses_illegal_actions() -> None:
    with pytest.raises(hopsow.IllegalMoveError, match="game 1 of awari: action 6 is illegal"):
        hopsow.batch("awari", 2).regret([0, 6], TABLES)
