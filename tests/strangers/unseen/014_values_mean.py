# mistake: The weighted values are averaged over the keys instead of added up.
# after: mean written for sum
# tasks: 1.5
# line: attention.py:262
# takes: attend 2

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    weighted = weights.unsqueeze(-1) * v.unsqueeze(-3)
    return weighted.mean(dim=-2)
