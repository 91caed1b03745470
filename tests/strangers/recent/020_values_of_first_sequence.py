# mistake: Every sequence of the batch takes its values from the first sequence; each must use its own values.
# tasks: 1.5
# line: attention.py:52

# ===== attention.py =====


def weighted_values(weights, v):
    *lead, n, m = weights.shape
    d_v = v.shape[-1]
    alphas = weights.reshape(-1, n, m)
    values = v.reshape(-1, m, d_v)
    mixed = [alpha @ values[0] for alpha in alphas]
    return torch.stack(mixed).reshape(*lead, n, d_v)
