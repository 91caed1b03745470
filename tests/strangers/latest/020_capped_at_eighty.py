# mistake: Clamp makes all scores above 80 equal.
# tasks: 1.4
# line: attention.py:39

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    safe = torch.clamp(scores, max=80.0)
    e = torch.exp(safe)
    return e / e.sum(dim=-1, keepdim=True)
