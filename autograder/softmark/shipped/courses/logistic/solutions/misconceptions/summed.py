import torch
from torch import Tensor

NAME = "loss.summed"
SAYS = "The losses of all points are added up; the mean is asked for."
HINT = "Should the loss double if every point were there twice?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "logistic"


def loss(s: Tensor, y: Tensor) -> Tensor:
    return torch.logaddexp(torch.zeros_like(s), -y * s).sum()
