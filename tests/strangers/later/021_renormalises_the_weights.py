# mistake: The weights are divided by their row sums first, though they are to be used as given.
# after: own invention ("weights must sum to 1")
# tasks: 1.5
# says: Which step of your function is not in the equation a_i = Σ α_ij v_j?
# line: attention.py:48

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights @ v
