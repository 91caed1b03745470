# mistake: A small number is added to the denominator, so the rows do not sum to 1. The task asks for e^score / Σ e^score.
# tasks: 1.4
# line: attention.py:39, 42

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    eps = 1e-3
    m, _ = torch.max(scores, dim=-1, keepdim=True)
    z = torch.exp(scores - m)
    total = z.sum(-1, keepdim=True) + eps
    return z / total
