"""What a net makes of the positions.

The policy is drawn towards what the search would play. The value is drawn towards the mean of the
game's result, which is right on average, and the search's value, which is less a matter of chance.
Games are then played by a running mean of the weights, which is better than the latest ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from hopsow.lab.learning.policies.judge import sent
from hopsow.lab.learning.policies.replay import Replay

RATE = {"cpu": 2e-3, "cuda": 1e-3}
DECAY = 1e-4
WARM_STEPS = 50  # the first steps are smaller
MEAN_DECAY = 0.99  # of the running mean, for each step
NEVER = -1e4  # the logit of what is not legal
BATCH = {"cpu": 128, "cuda": 4096}  # positions of a step
REUSE = {"cpu": 5.0, "cuda": 3.0}  # how often a position is learned from in each generation
LARGEST_GRADIENT = 5.0


class Training:
    """A net, its running mean, and what the optimiser remembers."""

    def __init__(self, net: nn.Module, device: str) -> None:
        self.device = device
        self.net = net.to(device)
        self.mean = AveragedModel(self.net, multi_avg_fn=get_ema_multi_avg_fn(MEAN_DECAY))
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=RATE[device], weight_decay=DECAY, fused=device == "cuda"
        )
        self.steps = 0

    def learn(
        self, replay: Replay, fresh: int, random: np.random.Generator
    ) -> dict[str, float | None]:
        """Improve the net after `fresh` new positions; the mean losses, None while no
        game has ended."""
        known = replay.known
        size = min(BATCH[self.device], len(known))
        steps = round(REUSE[self.device] * fresh / size) if size else 0
        total = torch.zeros(2, device=self.device)
        for _ in range(steps):
            positions = replay.at(known[random.integers(len(known), size=size)])
            total += self._step({name: sent(part, self.device) for name, part in positions.items()})
        if not steps:
            return {"policy_loss": None, "value_loss": None}
        policy, value = (total / steps).tolist()
        return {"policy_loss": round(policy, 4), "value_loss": round(value, 4)}

    def _step(self, positions: dict[str, torch.Tensor]) -> torch.Tensor:
        self.steps += 1
        for group in self.optimiser.param_groups:
            group["lr"] = RATE[self.device] * min(1.0, self.steps / WARM_STEPS)
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            logits, values = self.net(positions["observations"])
        losses = torch.stack(_losses(logits.float(), values.float(), positions))
        self.optimiser.zero_grad(set_to_none=True)
        losses.sum().backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), LARGEST_GRADIENT)
        self.optimiser.step()
        self.mean.update_parameters(self.net)
        return losses.detach()

    def state(self) -> dict[str, Any]:
        """Everything that is needed to go on."""
        return {
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from such a state."""
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps = state["steps"]


def _losses(
    logits: torch.Tensor, values: torch.Tensor, positions: dict[str, torch.Tensor]
) -> tuple[torch.Tensor, torch.Tensor]:
    """How far the policy is from the search's, and the value from what came of it."""
    actions = positions["actions"].long()
    legal = logits.gather(1, actions.clamp(min=0)).masked_fill(actions < 0, NEVER)
    wanted = positions["policy"].float()
    policy = -(functional.log_softmax(legal, dim=1) * wanted).sum(dim=1).mean()
    target = (positions["results"].float() + positions["values"]) / 2
    return policy, functional.mse_loss(values, target)
