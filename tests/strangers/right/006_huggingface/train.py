from collections.abc import Iterable

import torch
from lm import next_token_loss
from torch import Tensor, nn


class Trainer:
    def __init__(self, model, learning_rate, max_grad_norm=1.0):
        self.model = model
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, weight_decay=0.0)
        self.max_grad_norm = max_grad_norm

    def compute_loss(self, inputs):
        return next_token_loss(self.model(inputs), inputs)

    def training_step(self, inputs):
        self.model.train()
        loss = self.compute_loss(inputs)
        loss.backward()
        return loss.detach()

    def train(self, dataloader):
        log_history = []
        self.model.zero_grad()
        for step, inputs in enumerate(dataloader):
            tr_loss = self.training_step(inputs)
            nn.utils.clip_grad_norm_(self.model.parameters(), self.max_grad_norm)
            self.optimizer.step()
            self.optimizer.zero_grad()
            log_history.append(tr_loss.item())
        return log_history


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    return Trainer(model, lr).train(batches)
