"""Nets that see what a batch shows: a logit for each action, and a value from -1 to 1.

Observations go in as bytes and both sides look alike, so a net can be used outside of this package
as it is. Residual blocks begin as nothing: what they add is learned, which needs no normalisation.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from hopsow.games import actions
from hopsow.lab.learning.policies.contract import Board, Counts
from hopsow.lab.learning.policies.plan import Plan, outlook

VALUE_WIDTH, VALUE_PLANES = 64, 8


def network(plan: Plan) -> nn.Module:
    """A net of the plan's size, with weights by chance."""
    sight = outlook(plan.game).sight
    if isinstance(sight, Counts):
        return OfCounts(sight, plan.shape[0], actions(plan.game), plan.width, plan.blocks)
    return OfBoard(sight, plan.shape, plan.width, plan.blocks)


class Block(nn.Module):  # type: ignore[misc]
    """Two layers whose result is added to what goes in."""

    def __init__(self, first: nn.Module, second: nn.Module) -> None:
        super().__init__()
        self.first, self.second = first, second
        _begin_as_nothing(second)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """What goes in, and what this block adds."""
        hidden = torch.relu(self.first(torch.relu(inputs)))
        return inputs + self.second(hidden)


def _begin_as_nothing(layer: Any) -> None:
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)


def _value_head(inputs: int) -> nn.Sequential:
    last = nn.Linear(VALUE_WIDTH, 1)
    _begin_as_nothing(last)
    return nn.Sequential(nn.Linear(inputs, VALUE_WIDTH), nn.ReLU(), last, nn.Tanh())


class OfCounts(nn.Module):  # type: ignore[misc]
    """For observations that are numbers: each is seen as whether it is 1, 2, 3 … or more."""

    def __init__(self, sight: Counts, inputs: int, actions: int, width: int, blocks: int) -> None:
        super().__init__()
        self.most = float(sight.most)
        self.register_buffer("steps", torch.arange(1, sight.most + 1).float(), persistent=False)
        self.first = nn.Linear(inputs * (sight.most + 1), width)
        layers = (Block(nn.Linear(width, width), nn.Linear(width, width)) for _ in range(blocks))
        self.blocks = nn.Sequential(*layers)
        self.policy = nn.Linear(width, actions)
        _begin_as_nothing(self.policy)
        self.value = _value_head(width)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of all actions, and the values for the side to move."""
        kind = self.first.weight.dtype
        numbers = observations.float()
        reached = (numbers.unsqueeze(-1) >= self.steps.float()).to(kind).flatten(1)
        seen = torch.cat([reached, (numbers / self.most).to(kind)], dim=1)
        hidden = torch.relu(self.blocks(self.first(seen)))
        return self.policy(hidden), self.value(hidden).squeeze(1)


class OfBoard(nn.Module):  # type: ignore[misc]
    """For observations that are planes of squares, seen from the mover's side."""

    def __init__(self, sight: Board, shape: tuple[int, ...], width: int, blocks: int) -> None:
        super().__init__()
        planes, height, breadth = shape
        cells = torch.tensor(sight.cells)
        ways = int(cells.max()) // (height * breadth) + 1
        scales = torch.tensor(sight.scales, dtype=torch.float32).view(1, -1, 1, 1)
        self.side_plane = sight.side_plane
        self.register_buffer("scales", scales, persistent=False)
        self.register_buffer("cells", cells, persistent=False)
        self.register_buffer("turned_cells", cells[torch.tensor(sight.turned)], persistent=False)
        self.first = nn.Conv2d(planes, width, 3, padding=1)
        layers = (
            Block(nn.Conv2d(width, width, 3, padding=1), nn.Conv2d(width, width, 3, padding=1))
            for _ in range(blocks)
        )
        self.blocks = nn.Sequential(*layers)
        self.policy = nn.Conv2d(width, ways, 1)
        _begin_as_nothing(self.policy)
        self.summary = nn.Conv2d(width, VALUE_PLANES, 1)
        self.value = _value_head(VALUE_PLANES * height * breadth)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of all actions, and the values for the side to move."""
        kind = self.first.weight.dtype
        is_turned = observations[:, self.side_plane, 0, 0] > 0
        seen = observations.to(kind) * self.scales.to(kind)
        seen = torch.where(is_turned.view(-1, 1, 1, 1), seen.flip(2, 3), seen)
        hidden = torch.relu(self.blocks(self.first(seen)))
        ways = self.policy(hidden).permute(0, 2, 3, 1).flatten(1)
        logits = torch.where(is_turned.view(-1, 1), ways[:, self.turned_cells], ways[:, self.cells])
        value = self.value(torch.relu(self.summary(hidden)).flatten(1))
        return logits, value.squeeze(1)
