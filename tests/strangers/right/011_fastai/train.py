from collections.abc import Iterable
from functools import partial

import torch
from lm import next_token_loss
from torch import Tensor, nn


class Learner:
    def __init__(self, model, loss_func, lr, opt_func=torch.optim.Adam):
        self.model, self.loss_func = model, loss_func
        self.opt = opt_func(model.parameters(), lr=lr)
        self.losses = []

    def one_batch(self, b):
        self.loss = self.loss_func(self.model(b), b)
        self.loss.backward()
        self.opt.step()
        self.opt.zero_grad()
        self.losses.append(self.loss.item())

    def fit(self, dl):
        self.model.train()
        self.opt.zero_grad()
        for b in dl: self.one_batch(b)


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    learn = Learner(model, next_token_loss, lr, opt_func=partial(torch.optim.AdamW, betas=(0.9, 0.99), weight_decay=0.01))
    learn.fit(batches)
    return learn.losses
