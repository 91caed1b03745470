"""A right answer, as a student might write it: `make grade SUB=examples/right`."""

import torch
import torch.nn.functional as F


def scores(x, w, b):
    return (x * w).sum(dim=1) + b


def loss(s, y):
    return F.softplus(-y * s).mean()


def step(x, y, w, b, lr):
    w_new = w.clone().requires_grad_(True)
    b_new = b.clone().requires_grad_(True)
    loss(scores(x, w_new, b_new), y).backward()
    with torch.no_grad():
        return w_new - lr * w_new.grad, b_new - lr * b_new.grad
