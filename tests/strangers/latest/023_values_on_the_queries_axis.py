# mistake: V.unsqueeze(-2) puts the values along the queries' axis; it has to be -3.
# tasks: 1.5
# line: attention.py:49

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    w = weights.unsqueeze(-1)  # (..., n, m, 1)
    values = v.unsqueeze(-2)
    return (w * values).sum(dim=-2)
