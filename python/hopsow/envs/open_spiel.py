"""The games for OpenSpiel: `pyspiel.load_game("hopsow_…")` once this is imported.

A state is a record and the turn under way, so repetition counts as in our rules. A game that
reaches `max_plies` is cut off as a draw. A capture of several jumps takes an action for each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from hopsow import draw
from hopsow.games import GAMES, Turn, actions, batch, facts, rule_sets, sides
from hopsow.records import Record

PREFIX = "hopsow_"
MAX_ACTIONS = 9  # of a turn: nine jumps


def game_type(game: str) -> Any:
    """What OpenSpiel wants to know of a game before it is made."""
    return pyspiel.GameType(
        short_name=PREFIX + game,
        long_name=f"{facts(game).full_title} by Hopsow",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": rule_sets(game)[0], "max_plies": facts(game).ply_cap},
    )


def game_class(game: str) -> type:
    """The class that OpenSpiel makes a game of."""
    described = game_type(game)

    class Game(pyspiel.Game):  # type: ignore[misc]
        """One of Hopsow's games."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            params = params or {}
            self.name = game
            self.rules = params.get("rules", rule_sets(game)[0])
            self.max_plies = params.get("max_plies", facts(game).ply_cap)
            info = pyspiel.GameInfo(
                num_distinct_actions=actions(game),
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.max_plies * MAX_ACTIONS,
            )
            super().__init__(described, info, params)

        def new_initial_state(self, state: object = None) -> State:
            """The beginning of a game."""
            return State(self)

        def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
            """What shows states as arrays and texts."""
            return Observer(game, self.rules)

    pyspiel.register_game(described, Game)
    return Game


class State(pyspiel.State):  # type: ignore[misc]
    """A record and the turn under way."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.max_plies: int = game.max_plies
        self.record = Record(game.name, game.rules)
        self.turn = Turn(self.record.position)

    def is_terminal(self) -> bool:
        """Whether the game is over or cut off."""
        return self.record.outcome is not None or len(self.record.moves) >= self.max_plies

    def current_player(self) -> int:
        """0 or 1, or that nobody moves any more."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        position = self.record.position
        return position.sides.index(position.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return [*self.turn.legal_actions]

    def _apply_action(self, action: int) -> None:
        self.turn = self.turn.push(action)
        if (move := self.turn.move) is not None:
            self.record.play(move)
            self.turn = Turn(self.record.position)

    def _action_to_string(self, player: int, action: int) -> str:
        turn = self.turn.push(action)
        return str(turn.move) if turn.move is not None else f"action {action}"

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser, once the game is over."""
        outcome = self.record.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        first, _ = sides(self.record.game)
        return [1.0, -1.0] if outcome.winner == first else [-1.0, 1.0]

    def __str__(self) -> str:
        return f"{self.record.position} {' '.join(map(str, self.turn.actions))}".rstrip()


class Observer:
    """What the side to move sees, as the batch shows it."""

    def __init__(self, game: str, rules: str) -> None:
        self._batch = batch(game, 1, rules=rules)
        self._seen = self._batch.observations[0]
        self.tensor = np.zeros(self._seen.size, np.float32)
        self.dict = {"observation": self.tensor.reshape(self._seen.shape)}

    def set_from(self, state: State, player: int) -> None:
        """Show a state; one in which the rules see the end is shown as nothing."""
        if state.turn.position.outcome is not None:
            self.tensor.fill(0)
            return
        self._batch.set_state(0, state.turn)
        self.dict["observation"][...] = self._seen

    def string_from(self, state: State, player: int) -> str:
        """The position as text."""
        return f"{draw.text(state.turn.position)}\n{state}"


CLASSES = [game_class(game) for game in GAMES]
