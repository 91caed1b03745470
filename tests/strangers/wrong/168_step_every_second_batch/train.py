from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for i, tokens in enumerate(batches):
        loss = next_token_loss(model(tokens), tokens)
        if i % 2 == 0:
            optimiser.zero_grad()
        loss.backward()
        if i % 2 == 1:
            optimiser.step()
        losses.append(loss.item())
    return losses
