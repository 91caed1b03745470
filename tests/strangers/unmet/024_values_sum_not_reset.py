# mistake: The running sum is not set back to zero for each query, so row i also contains all rows before it. Each query adds up by its own row.
# tasks: 1.5
# line: attention.py:50, 51

# ===== attention.py =====


def weighted_values(weights, v):
    n, m = weights.shape[-2:]
    rows = []
    acc = torch.zeros_like(v[..., 0, :])
    for i in range(n):
        for j in range(m):
            acc = acc + weights[..., i, j].unsqueeze(-1) * v[..., j, :]
        rows.append(acc)
    return torch.stack(rows, dim=-2)
