# mistake: The weights are divided by their sum, but they are to be used as they are given.
# tasks: 1.5
# line: attention.py:49

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    total = weights.sum(dim=-1, keepdim=True)
    return torch.einsum("...nm,...md->...nd", weights / total, v)
