# mistake: A deep copy is trained and thrown away; the model handed over stays as it was.
# after: dreamquark-ai/tabnet pull 72 (deepcopy where the same object was meant)
# tasks: 4.5
# line: train.py:10
# sentence: Every parameter is trained, in place: `model` itself is the trained model afterwards.

# ===== train.py =====
from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn
import copy


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    student = copy.deepcopy(model)
    optimiser = torch.optim.Adam(student.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        optimiser.zero_grad()
        loss = next_token_loss(student(tokens), tokens)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
