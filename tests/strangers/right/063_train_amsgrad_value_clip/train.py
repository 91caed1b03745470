from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    adam = torch.optim.Adam(model.parameters(), lr=lr, amsgrad=True)
    out = []
    for b in batches:
        adam.zero_grad()
        l = next_token_loss(model(b), b)
        l.backward()
        torch.nn.utils.clip_grad_value_(model.parameters(), 1.0)
        adam.step()
        out.append(l.item())
    return out
