"""Known wrong answers about logistic.py."""


def loss(s: Tensor, y: Tensor) -> Tensor:
    """loss.summed: The losses of all points are added up; the mean is asked for.
    Hint: Should the loss double if every point were there twice?
    """
    return torch.logaddexp(torch.zeros_like(s), -y * s).sum()


def step(x: Tensor, y: Tensor, w: Tensor, b: Tensor, lr: float) -> tuple[Tensor, Tensor]:
    """step.uphill: The step goes uphill: the gradient is added.
    Hint: Is the loss smaller after your step than before it?
    """
    w, b = w.detach().clone().requires_grad_(), b.detach().clone().requires_grad_()
    dw, db = torch.autograd.grad(loss(scores(x, w, b), y), (w, b))
    return (w + lr * dw).detach(), (b + lr * db).detach()
