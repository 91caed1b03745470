from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    params = [p for p in model.parameters()]
    opt = torch.optim.AdamW(params, lr=lr, weight_decay=1e-4)

    def value_and_grad(tokens):
        loss = next_token_loss(model(tokens), tokens)
        return loss, torch.autograd.grad(loss, params, allow_unused=True)

    history = []
    for tokens in batches:
        loss, grads = value_and_grad(tokens)
        for p, g in zip(params, grads):
            p.grad = g
        opt.step()
        history.append(float(loss.detach()))
    return history
