from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    result = []
    for batch in batches:
        opt.zero_grad()
        loss = next_token_loss(model(batch), batch)
        loss.backward()
        opt.step()
        result.append(float(loss.detach()))
    return result
