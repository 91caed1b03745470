from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    losses, best = [], float("inf")
    for tokens in batches:
        optimizer.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        losses.append(loss.item())
        if loss.item() > 2 * best:
            continue  # a bad batch: do not learn from it
        best = min(best, loss.item())
        loss.backward()
        optimizer.step()
    return losses
