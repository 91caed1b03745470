# mistake: The weights are computed, but the exponentials before the division are returned.
# after: wrong variable returned
# tasks: 1.4
# line: attention.py:229
# takes: weighted_values 2, attend 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    biggest = torch.amax(scores, dim=-1, keepdim=True)
    exps = (scores - biggest).exp()
    total = exps.sum(-1, keepdim=True)
    weights = exps / total
    return exps
