# mistake: The weighted sum runs over copies of the token's own vector instead of the visible ones.
# after: wrong one of two vectors at hand in the weighted sum
# tasks: 1.1
# line: attention.py:80
# takes: weighted_values 2, attend 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    rows = []
    for i in range(x.shape[-2]):
        query = x[..., i, :]
        past = x[..., : i + 1, :]
        score = (past * query.unsqueeze(-2)).sum(dim=-1)
        alpha = torch.softmax(score, dim=-1)
        rows.append((alpha.unsqueeze(-1) * query.unsqueeze(-2)).sum(dim=-2))
    return torch.stack(rows, dim=-2)
