from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, betas=(0.9, 0.95))
    losses = []
    for it, x in enumerate(batches):
        # forward the model
        with torch.set_grad_enabled(True):
            logits = model(x)
            loss = next_token_loss(logits, x)
        losses.append(loss.item())
        # backprop and update the parameters
        model.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return losses
