from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optim = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        optim.zero_grad()
        next_token_loss(model(tokens), tokens).backward()
        optim.step()
        with torch.no_grad():
            losses.append(next_token_loss(model(tokens), tokens).item())
    return losses
