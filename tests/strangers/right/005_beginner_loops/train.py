from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    list_of_losses = []
    for batch in batches:
        optimizer.zero_grad()
        logits = model(batch)
        loss = next_token_loss(logits, batch)
        list_of_losses.append(loss.item())
        loss.backward()
        optimizer.step()
    return list_of_losses
