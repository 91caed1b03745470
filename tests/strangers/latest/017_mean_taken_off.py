# mistake: The row's mean is taken off instead of its maximum: minus infinity makes it NaN, and large scores overflow.
# tasks: 1.4
# line: attention.py:39

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    centred = scores - scores.mean(dim=-1, keepdim=True)
    exps = torch.exp(centred)
    return exps / exps.sum(dim=-1, keepdim=True)
