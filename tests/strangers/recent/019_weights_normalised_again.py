# mistake: The weights are normalised to sum to 1 first; the task asks to use them as they are given.
# tasks: 1.5
# line: attention.py:49

# ===== attention.py =====


def weighted_values(weights, v):
    row_sums = weights.sum(dim=-1, keepdim=True)
    alpha = weights / row_sums
    out = torch.einsum("...nm,...md->...nd", alpha, v)
    return out
