# mistake: The largest score of the whole tensor is subtracted, so a row far below it underflows to 0/0. Each row needs its own maximum.
# tasks: 1.4
# line: attention.py:39, 40

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    c = scores.max()
    shifted = scores - c
    numerator = torch.exp(shifted)
    denominator = numerator.sum(dim=-1, keepdim=True)
    return numerator / denominator
