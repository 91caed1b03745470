from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    out = []
    for batch in batches:
        loss = next_token_loss(model(batch), batch)
        loss.backward()
        opt.step()
        opt.zero_grad()
        out.append(loss.item())
    return out
