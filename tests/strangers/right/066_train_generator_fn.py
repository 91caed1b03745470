# Generator function: losses are yielded and collected with list()
# 4.5

# ===== train.py =====
from collections.abc import Iterable, Iterator

import torch
from lm import next_token_loss
from torch import Tensor, nn


def _steps(model, batches, lr) -> Iterator[float]:
    optimizer = torch.optim.Adam(model.parameters(), lr=lr, betas=(0.9, 0.98))
    for tokens in batches:
        optimizer.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        yield loss.item()
        optimizer.step()


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    return list(_steps(model, batches, lr))
