# mistake: The weights are scaled to sum to 1 first. They have to be used as they are given.
# tasks: 1.5
# line: attention.py:49

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    row_sums = weights.sum(dim=-1, keepdim=True)
    alpha = weights / row_sums
    return torch.einsum("...nm,...md->...nd", alpha, v)
