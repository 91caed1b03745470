import torch
from torch import Tensor

NAME = "loss.by_logaddexp"
SAYS = "ln(e^0 + e^z) by one function."
MODULE = "logistic"


def loss(s: Tensor, y: Tensor) -> Tensor:
    return torch.logaddexp(torch.zeros_like(s), -y * s).mean()
