# mistake: From the second token on, a token sees only the tokens strictly before it. The task asks for j ≤ i, itself included.
# tasks: 1.1
# line: attention.py:12

# ===== attention.py =====


def simple_attention(x):
    n = x.shape[-2]
    rows = [x[..., 0, :]]  # the first one only has itself
    for i in range(1, n):
        current = x[..., i, :]
        past = x[..., :i, :]
        scores = (past * current.unsqueeze(-2)).sum(dim=-1)
        weights = torch.softmax(scores, dim=-1)
        rows.append((weights.unsqueeze(-1) * past).sum(dim=-2))
    return torch.stack(rows, dim=-2)
