from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    model.train()
    optimizer = torch.optim.Adam(model.parameters())
    history = []
    for x in batches:
        optimizer.zero_grad()
        loss = next_token_loss(model(x), x)
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return history
