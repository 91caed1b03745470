from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def grad_clipping(net, theta):
    params = [p for p in net.parameters() if p.requires_grad and p.grad is not None]
    norm = torch.sqrt(sum(torch.sum(p.grad ** 2) for p in params))
    if norm > theta:
        for param in params:
            param.grad[:] *= theta / norm


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    updater = torch.optim.Adam(model.parameters(), lr=lr)
    model.train()
    train_loss = []
    for X in batches:
        l = next_token_loss(model(X), X)
        updater.zero_grad()
        l.backward()
        grad_clipping(model, 1)
        updater.step()
        train_loss.append(float(l))
    return train_loss
