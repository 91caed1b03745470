# mistake: Element [1] of torch.max is where the maximum stands, not the maximum.
# tasks: 1.4
# line: attention.py:39

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    c = torch.max(scores, dim=-1, keepdim=True)[1]
    z = torch.exp(scores - c)
    return z / torch.sum(z, dim=-1, keepdim=True)
