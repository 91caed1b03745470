import torch
from torch import Tensor

NAME = "step.uphill"
SAYS = "The step goes uphill: the gradient is added."
HINT = "Is the loss smaller after your step than before it?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "logistic"


def step(x: Tensor, y: Tensor, w: Tensor, b: Tensor, lr: float) -> tuple[Tensor, Tensor]:
    w, b = w.detach().clone().requires_grad_(), b.detach().clone().requires_grad_()
    dw, db = torch.autograd.grad(loss(scores(x, w, b), y), (w, b))  # noqa: F821 (laid over the reference)
    return (w + lr * dw).detach(), (b + lr * db).detach()
