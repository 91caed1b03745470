from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    first = next(iter(batches), None)
    if first is None:
        return []
    with torch.no_grad():
        model(first)  # fails early if the shapes are wrong
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        optimizer.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
