# mistake: The batches are gone through twice: two steps and two numbers for each of them.
# tasks: 4.5
# line: train.py:14

# ===== train.py =====
from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn

EPOCHS = 2


def train(model, batches, lr):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    batches = list(batches)
    losses = []
    for epoch in range(EPOCHS):
        for tokens in batches:
            optimizer.zero_grad()
            loss = next_token_loss(model(tokens), tokens)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    return losses
