from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def _training_step(model: nn.Module, tokens: Tensor, optimiser: torch.optim.Optimizer) -> float:
    optimiser.zero_grad(set_to_none=True)
    loss: Tensor = next_token_loss(model(tokens), tokens)
    loss.backward()
    optimiser.step()
    return loss.detach().item()


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    model.train()
    optimiser: torch.optim.Optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    return [_training_step(model, tokens, optimiser) for tokens in batches]
