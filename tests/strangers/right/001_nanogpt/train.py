from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def configure_optimizers(model, weight_decay, learning_rate, betas):
    params = [p for p in model.parameters() if p.requires_grad]
    decay = [p for p in params if p.dim() >= 2]
    nodecay = [p for p in params if p.dim() < 2]
    groups = [{"params": g, "weight_decay": wd} for g, wd in ((decay, weight_decay), (nodecay, 0.0)) if g]
    return torch.optim.AdamW(groups, lr=learning_rate, betas=betas)


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    model.train()
    optimizer = configure_optimizers(model, weight_decay=1e-2, learning_rate=lr, betas=(0.9, 0.95))
    losses = []
    for X in batches:
        logits = model(X)
        loss = next_token_loss(logits, X)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses
