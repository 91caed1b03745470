from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    losses = []
    for tokens in batches:
        optimiser = torch.optim.Adam(model.parameters(), lr=lr)
        optimiser.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
