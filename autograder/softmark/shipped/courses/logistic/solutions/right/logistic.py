"""Right answers about logistic.py, written in other ways."""


def loss(s: Tensor, y: Tensor) -> Tensor:
    """loss.by_logaddexp: ln(e^0 + e^z) by one function."""
    return torch.logaddexp(torch.zeros_like(s), -y * s).mean()


def step(x: Tensor, y: Tensor, w: Tensor, b: Tensor, lr: float) -> tuple[Tensor, Tensor]:
    """step.by_hand: The gradient is written down: −y σ(−y s) for each score."""
    pull = -y * torch.sigmoid(-y * scores(x, w, b)) / len(y)
    return w - lr * (x * pull[:, None]).sum(dim=0), b - lr * pull.sum()
