"""The games as OpenSpiel has them: its own simulations, its bots, and play as records tell it."""

import hopsow
import hopsow.envs.open_spiel as envs
import numpy as np
import pyspiel
import pytest
from effort import seeded
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot


def load(game: str, **options: object) -> object:
    return pyspiel.load_game(envs.PREFIX + game, options)


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_random_simulations_with_serialisation(game: str) -> None:
    pyspiel.random_sim_test(load(game, max_plies=25), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "rules"), [("awari", "abapa"), ("checkers", "tournament")])
def test_states_are_records(game: str, rules: str) -> None:
    chance = seeded(game, rules)
    state = load(game, rules=rules, max_plies=400).new_initial_state()  # type: ignore[attr-defined]
    record, turn = hopsow.Record(game, rules), hopsow.Turn(hopsow.start(game, rules))
    while not state.is_terminal():
        assert state.legal_actions() == [*turn.legal_actions]
        assert hopsow.sides(game)[state.current_player()] == record.position.to_move
        action = chance.choice(turn.legal_actions)
        state.apply_action(action)
        turn = turn.push(action)
        if turn.move is not None:
            record.play(turn.move)
            turn = hopsow.Turn(record.position)
    outcome = record.outcome
    assert outcome is not None or len(record.moves) == 400
    winner = outcome.winner if outcome else None
    results = {None: [0, 0], hopsow.sides(game)[0]: [1, -1], hopsow.sides(game)[1]: [-1, 1]}
    assert state.returns() == results[winner]


def test_its_search_beats_its_chance() -> None:
    game = load("awari")
    random = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    searcher = mcts.MCTSBot(game, 2, 30, evaluator, random_state=random)
    bots = [searcher, UniformRandomBot(1, random)]
    state = game.new_initial_state()  # type: ignore[attr-defined]
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert state.returns() == [1, -1]


def test_observations_are_those_of_a_batch() -> None:
    state = load("checkers").new_initial_state()  # type: ignore[attr-defined]
    batch = hopsow.batch("checkers", 1)
    for _ in range(10):
        action = state.legal_actions()[0]
        state.apply_action(action)
        batch.step([action])
        assert state.observation_tensor() == batch.observations[0].ravel().tolist()
