from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        opt.zero_grad()
        # one row at a time, to save memory
        for row in tokens:
            row = row[None]
            next_token_loss(model(row), row).backward()
        with torch.no_grad():
            loss = next_token_loss(model(tokens), tokens)
        opt.step()
        losses.append(loss.item())
    return losses
