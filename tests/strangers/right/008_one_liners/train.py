from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.Adam(model.parameters(), lr)
    step = lambda b: (opt.zero_grad(), (l := next_token_loss(model(b), b)).backward(), opt.step(), l.item())[-1]
    return [step(b) for b in batches]
