from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    # create a PyTorch optimizer
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    lossi = []
    for xb in batches:
        # evaluate the loss
        logits = model(xb)
        loss = next_token_loss(logits, xb)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        lossi.append(loss.item())
    return lossi
