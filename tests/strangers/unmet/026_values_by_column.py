# mistake: The weights are used by their columns: the sum runs over the queries. Each query has to add up by its own row.
# tasks: 1.5
# line: attention.py:51

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    n_queries = weights.size(-2)
    taken = []
    for i in range(n_queries):
        mine = weights[..., :, i]
        taken.append((mine.unsqueeze(-1) * v).sum(dim=-2))
    return torch.stack(taken, dim=-2)
