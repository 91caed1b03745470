# mistake: The sum over the keys runs over range(n), the number of queries, so keys are left out or do not exist when m ≠ n.
# after: loop over a wrong range
# tasks: 1.5
# says: Your loop variable picks a value: how many values are there, and which dimension of the weights counts them?
# line: attention.py:49

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    result = 0
    for j in range(weights.shape[-2]):
        result = result + weights[..., :, j].unsqueeze(-1) * v[..., j, :].unsqueeze(-2)
    return result
