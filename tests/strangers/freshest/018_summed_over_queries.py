# mistake: The products are summed over the queries instead of the keys.
# tasks: 1.5
# line: attention.py:50

# ===== attention.py =====


def weighted_values(weights, v):
    w = weights.unsqueeze(-1)
    values = v.unsqueeze(-3)
    return (w * values).sum(dim=-3)
