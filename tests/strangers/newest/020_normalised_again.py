# mistake: The weights are scaled to sum to 1, though they are to be used as given.
# tasks: 1.5
# line: attention.py:49

# ===== attention.py =====


def weighted_values(weights, v):
    total = weights.sum(dim=-1, keepdim=True)
    return (weights / total) @ v
