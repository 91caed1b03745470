# mistake: The sum runs over the queries, not over the keys.
# tasks: 1.5
# line: attention.py:49

# ===== attention.py =====


def weighted_values(weights, v):
    each = weights.unsqueeze(-1) * v.unsqueeze(-3)
    return each.sum(dim=-3)
