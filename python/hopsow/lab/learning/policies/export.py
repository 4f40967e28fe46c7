"""The net as an ONNX file, which `net:FILE` plays by."""

from __future__ import annotations

import copy
import io
import warnings
from pathlib import Path

import onnx
import torch
from torch import nn

from hopsow.files import write_atomically
from hopsow.games import batch
from hopsow.lab.learning.policies.plan import Plan
from hopsow.lab.learning.policies.policy import GAME, INPUT, OUTPUTS, RULES

OPSET = 17


def export(net: nn.Module, plan: Plan, path: Path) -> None:
    """Write the file of a net, with the game and the rules that it has learned."""
    judge = copy.deepcopy(net).to("cpu", torch.float32).eval()
    seen = torch.from_numpy(batch(plan.game, 2, rules=plan.rules).observations)
    content = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the other exporter takes seconds
        torch.onnx.export(
            judge,
            (seen,),
            content,
            input_names=[INPUT],
            output_names=[*OUTPUTS],
            dynamic_axes={name: {0: "states"} for name in (INPUT, *OUTPUTS)},
            opset_version=OPSET,
            dynamo=False,
        )
    model = onnx.load_from_string(content.getvalue())
    onnx.helper.set_model_props(model, {GAME: plan.game, RULES: plan.rules})
    write_atomically(path, model.SerializeToString())
