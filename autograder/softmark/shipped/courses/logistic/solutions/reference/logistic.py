"""Logistic regression: a line between two groups of points, found step by step."""

import torch
from torch import Tensor


def scores(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """How far each point lies on the positive side.

        s_i = Σ_j x_ij w_j + b

    Args:
        x: (n, d) the points
        w: (d,)
        b: () a single number

    Returns:
        (n,)

    Graded:
        - One score for each point.
        - x, w and b are not changed.
    """
    # BEGIN SOLUTION 1.1 (about one line)
    return x @ w + b
    # END SOLUTION


def loss(s: Tensor, y: Tensor) -> Tensor:
    """What the scores cost: little where score and label have the same sign.

        loss = mean over i of ln(1 + e^(−y_i s_i))

    Args:
        s: (n,) the scores
        y: (n,) the labels, each −1 or 1

    Returns:
        ()

    Graded:
        - The mean over all points.
        - Scores of a thousand, right or wrong, give a finite loss.
    """
    # BEGIN SOLUTION 1.2 (about two lines)
    wrong = -y * s
    return (wrong.clamp(min=0) + torch.log1p(torch.exp(-wrong.abs()))).mean()
    # END SOLUTION


def step(x: Tensor, y: Tensor, w: Tensor, b: Tensor, lr: float) -> tuple[Tensor, Tensor]:
    """One step of gradient descent on the loss.

        w' = w − lr · ∂loss/∂w        b' = b − lr · ∂loss/∂b

    Args:
        x: (n, d)    y: (n,)    w: (d,)    b: ()    lr: the length of the step

    Returns:
        The new w, (d,), and the new b, ().

    Graded:
        - Both take a step downhill, as long as lr says.
        - w and b are not changed: the new ones are returned.
    """
    # BEGIN SOLUTION 1.3 (about three lines)
    w, b = w.detach().clone().requires_grad_(), b.detach().clone().requires_grad_()
    dw, db = torch.autograd.grad(loss(scores(x, w, b), y), (w, b))
    return (w - lr * dw).detach(), (b - lr * db).detach()
    # END SOLUTION
