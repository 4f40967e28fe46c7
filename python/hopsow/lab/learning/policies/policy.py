"""Policies in ONNX files: what `hopsow lab learn` writes, and what people bring.

A file says in its metadata which game it plays (`hopsow.game`, and `hopsow.rules` for readers). It
has one input, bytes of the shape of `Batch.observations`, and two outputs of 32-bit numbers: a
logit for each action of the game, and a value from -1 to 1 for the side to move. Their first
dimension is the number of states. They are run by ONNX Runtime, which nothing else needs.
"""

from __future__ import annotations

import os
from pathlib import Path

from hopsow.games import actions, batch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

INPUT, OUTPUTS = "observations", ("logits", "values")
GAME, RULES = "hopsow.game", "hopsow.rules"
BYTES, NUMBERS = "tensor(uint8)", "tensor(float)"
NEEDED = 'an agent net:FILE needs ONNX Runtime: pip install "hopsow[onnx]"'


class Policy:
    """A policy that has been read and tried, for one game."""

    def __init__(self, path: str | os.PathLike[str], game: str) -> None:
        # Otherwise it would tell its makers of every use, and leave a file in the temporary folder.
        os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
        try:
            import onnxruntime
        except ImportError:
            raise ValueError(NEEDED) from None
        content = Path(path).read_bytes()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4  # what is wrong is raised
        try:
            self._session = onnxruntime.InferenceSession(
                content, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise ValueError(f"{path}: this is not an ONNX file that can be run") from error
        problem = self._problem(game) or self._problem_in_use(game)
        if problem:
            raise ValueError(f"{path}: {problem}")

    def __call__(
        self, observations: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The logits of all actions and the values of some states."""
        logits, values = self._session.run(None, {self._input: observations})
        return logits, values

    def _problem(self, game: str) -> str | None:
        """What is wrong with what the file says of itself."""
        its_game = self._session.get_modelmeta().custom_metadata_map.get(GAME)
        if its_game is None:
            return f"this file does not say what it plays, expected {GAME} in its metadata"
        if its_game != game:
            return f"this is a policy for {its_game}, not for {game}"
        inputs, outputs = self._session.get_inputs(), self._session.get_outputs()
        shape = batch(game, 1).observations.shape[1:]
        self._input = inputs[0].name if inputs else ""
        if not _fits(inputs, [(BYTES, shape)]):
            return f"expected one input, bytes of the shape (states, {_joined(shape)})"
        if not _fits(outputs, [(NUMBERS, (actions(game),)), (NUMBERS, ())]):
            return f"expected two outputs of 32-bit numbers, {actions(game)} logits and a value"
        return None

    def _problem_in_use(self, game: str) -> str | None:
        """What is wrong with its answers."""
        import numpy as np

        seen = batch(game, 3).observations
        try:
            logits, values = self(seen)
        except Exception as error:
            return f"it cannot be run: {str(error).splitlines()[0]}"
        if logits.shape != (3, actions(game)) or values.shape != (3,):
            return "its outputs have another shape than they should"
        if not (np.isfinite(logits).all() and np.isfinite(values).all()):
            return "its outputs are not finite numbers"
        return None


def _fits(found: Any, expected: list[tuple[str, tuple[int, ...]]]) -> bool:
    """Whether inputs or outputs have these types and, after the number of states, these shapes."""
    if len(found) != len(expected):
        return False
    return all(
        each.type == kind and _agree(each.shape, (None, *shape))
        for each, (kind, shape) in zip(found, expected, strict=True)
    )


def _agree(shape: list[int | str | None], expected: tuple[int | None, ...]) -> bool:
    """Whether a shape, in which names and None stand for any number, is the expected one."""
    if len(shape) != len(expected):
        return False
    pairs = zip(shape[1:], expected[1:], strict=True)
    return not isinstance(shape[0], int) and all(
        not isinstance(size, int) or size == wanted for size, wanted in pairs
    )


def _joined(shape: tuple[int, ...]) -> str:
    return ", ".join(map(str, shape))
