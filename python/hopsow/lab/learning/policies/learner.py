"""Learning from beginning to end, or from where it was.

A folder belongs to one plan. Each minute, and when learning ends, a checkpoint is written
completely or not at all, so that a process may be killed at any moment.
"""

from __future__ import annotations

import io
import json
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from pickle import UnpicklingError
from typing import Any
from zipfile import BadZipFile

import numpy as np
import torch

from hopsow.files import write_atomically
from hopsow.lab.learning.policies.export import export
from hopsow.lab.learning.policies.judge import Judge
from hopsow.lab.learning.policies.network import network
from hopsow.lab.learning.policies.plan import Plan
from hopsow.lab.learning.policies.play import SelfPlay
from hopsow.lab.learning.policies.replay import Replay
from hopsow.lab.learning.policies.training import Training
from hopsow.lab.learning.policies.trial import Trial, choices, regret
from hopsow.tables import Tables, open_tables

PLAN, CHECKPOINT, REPLAY, LOG, NET = (
    "plan.json",
    "checkpoint.pt",
    "replay.npz",
    "generations.jsonl",
    "net.onnx",
)
CHECKPOINT_S, REPLAY_S, TRIAL_S = 60.0, 300.0, 60.0
TRIAL_REST = 9.0  # a trial may take a tenth of the time
GENERATIONS_KEPT = 6  # of positions
CHOICES = 200
PASSED = 0.6  # with such a score the next level is tried
TRIAL_GAMES = 32
TRIAL_SIMULATIONS = 2  # times those of self-play

DAMAGES = (RuntimeError, KeyError, ValueError, EOFError, BadZipFile, UnpicklingError)

Row = dict[str, Any]


def claim(folder: Path, plan: Plan) -> None:
    """Make the folder that of a plan; one that belongs to another is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / PLAN
    if note.exists():
        try:
            other = json.loads(note.read_text(encoding="utf-8"))
        except ValueError:
            raise ValueError(f"{note} is damaged: give a new folder") from None
        differing = [name for name, value in plan.as_json().items() if other.get(name) != value]
        if differing:
            raise ValueError(
                f"{folder} belongs to another plan: "
                + ", ".join(f"{name} is {other.get(name)} there" for name in differing)
            )
    elif any(path.suffix != ".tmp" for path in folder.iterdir()):  # drafts of a killed process
        raise ValueError(f"{folder} holds other things: give a new or an empty folder")
    else:
        write_atomically(note, json.dumps(plan.as_json(), indent=1) + "\n")


class Learner:
    """A net that learns, and everything that it needs."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        device: str,
        threads: int,
        against: list[str],
        trial_games: int = TRIAL_GAMES,
    ) -> None:
        claim(folder, plan)
        torch.manual_seed(plan.seed)
        torch.set_num_threads(1)  # a small net on few states gains nothing from more
        self.plan, self.folder, self.device, self.threads = plan, folder, device, threads
        self.random = np.random.default_rng(plan.seed)
        self.tables = _tables(plan.game)
        self.training = Training(network(plan), device)
        self.rows: list[Row] = []
        self.seconds = 0.0
        self.replay = Replay(GENERATIONS_KEPT * plan.positions, plan.shape)
        self._resume()
        self.judge = Judge(self.training.mean.module, device)
        self.play = SelfPlay(plan, self.judge, self.replay, self.tables, threads)
        self.against = against
        self.trial = Trial(
            plan, (trial_games + 1) // 2, TRIAL_SIMULATIONS * plan.simulations, self.tables
        )
        exact = Tables()
        self.choices = choices(plan, exact, CHOICES) if exact.reach(plan.game) else []
        self._saved = self._saved_replay = time.monotonic()

    def generations(
        self, minutes: float, most: int | None, is_stopped: Callable[[], bool]
    ) -> Iterator[Row]:
        """Learn until the time is up or so many generations are done, in all runs together."""
        next_trial = 0.0
        while not is_stopped() and self.seconds < 60 * minutes:
            if most is not None and len(self.rows) >= most:
                break
            begun = time.monotonic()
            row = self._generation(is_stopped)
            if is_stopped():
                break
            last = most is not None and len(self.rows) + 1 >= most
            last |= self.seconds + time.monotonic() - begun >= 60 * minutes
            if last or time.monotonic() >= next_trial:
                row |= self._try(is_stopped)
                next_trial = time.monotonic() + max(TRIAL_S, TRIAL_REST * row["trial_s"])
            self.seconds += time.monotonic() - begun
            row["minutes"] = round(self.seconds / 60, 2)
            self.rows.append(row)
            self._save(now=last)
            yield row
        self._save(now=True)

    def _generation(self, is_stopped: Callable[[], bool]) -> Row:
        """Play, and learn from it."""
        before = (self.replay.added, self.play.finished, self.judge.states)
        begun = time.monotonic()
        self.play.play(self.plan.positions, is_stopped)
        played = time.monotonic()
        positions, games, states = (
            after - earlier
            for after, earlier in zip(
                (self.replay.added, self.play.finished, self.judge.states), before, strict=True
            )
        )
        losses = self.training.learn(self.replay, positions, self.random)
        self.judge.learn(self.training.mean.module)
        spent = max(1e-9, played - begun)
        return {
            "generation": len(self.rows) + 1,
            "games": games,
            "positions": positions,
            "games_per_s": round(games / spent, 1),
            "states_per_s": round(states / spent),
            "play_s": round(spent, 2),
            "train_s": round(time.monotonic() - played, 2),
            **losses,
        }

    def _try(self, is_stopped: Callable[[], bool]) -> Row:
        """Regret, and the scores against agents."""
        begun = time.monotonic()
        row: Row = {"regret": None, "scores": {}}
        if self.choices:
            row["regret"] = round(regret(self.plan, self.judge, self.choices), 4)
        for opponent in self.against or [self._level()]:
            seed = self.plan.seed + len(self.rows)
            score = self.trial.score(self.judge, opponent, seed, self.threads, is_stopped)
            if not math.isnan(score):
                row["scores"][opponent] = round(score, 3)
        return {**row, "trial_s": round(time.monotonic() - begun, 2)}

    def _level(self) -> str:
        """The lowest level that has not been passed yet."""
        scores = [row["scores"] for row in self.rows if "scores" in row]
        passed = {name for each in scores for name, score in each.items() if score >= PASSED}
        levels = (f"engine:level={level}" for level in range(1, 10))
        return next((level for level in levels if level not in passed), "engine:level=9")

    def _save(self, now: bool) -> None:
        time_is = time.monotonic()
        if now or len(self.rows) == 1 or time_is - self._saved >= CHECKPOINT_S:
            content = io.BytesIO()
            progress = {"rows": self.rows, "seconds": self.seconds}
            torch.save({"training": self.training.state(), **progress}, content)
            write_atomically(self.folder / CHECKPOINT, content.getvalue())
            export(self.training.mean.module, self.plan, self.folder / NET)
            lines = "".join(f"{json.dumps(row)}\n" for row in self.rows)
            write_atomically(self.folder / LOG, lines)
            self._saved = time.monotonic()
        if now or time_is - self._saved_replay >= REPLAY_S:
            self.replay.write(self.folder / REPLAY)
            self._saved_replay = time.monotonic()

    def _resume(self) -> None:
        checkpoint, replay = self.folder / CHECKPOINT, self.folder / REPLAY
        if not checkpoint.exists():
            return
        try:
            found = torch.load(checkpoint, map_location=self.device, weights_only=True)
            self.training.restore(found["training"])
            self.rows, self.seconds = found["rows"], found["seconds"]
            if replay.exists():
                self.replay.read(replay)
        except DAMAGES as error:
            raise ValueError(f"{self.folder} holds a damaged checkpoint: learn anew") from error
        self.random = np.random.default_rng((self.plan.seed, len(self.rows)))


def _tables(game: str) -> Tables | None:
    """The tables, where a game has such that answer at once."""
    tables = open_tables()
    return tables if tables.reach(game) else None
