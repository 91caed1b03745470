from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.NAdam(model.parameters(), lr=lr)
    losses = []
    for batch in batches:
        def closure(batch=batch):
            optimizer.zero_grad()
            loss = next_token_loss(model(batch), batch)
            loss.backward()
            return loss

        losses.append(float(optimizer.step(closure)))
    return losses
