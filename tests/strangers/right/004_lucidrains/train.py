from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optim = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []

    for data in batches:
        model.train()
        loss = next_token_loss(model(data), data)
        optim.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optim.step()
        losses.append(loss.item())

    return losses
