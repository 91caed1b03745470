# mistake: The exponentials are summed over the first dimension instead of the last.
# after: wrong axis, which goes unseen on a single row of scores
# tasks: 1.4
# line: attention.py:227
# takes: weighted_values 2, attend 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    m, _ = scores.max(-1, keepdim=True)
    exps = torch.exp(scores - m)
    Z = exps.sum(0, keepdim=True)
    return exps / Z
