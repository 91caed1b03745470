# mistake: Token i does not see itself: the slice ends before i.
# tasks: 1.1
# line: attention.py:11

# ===== attention.py =====


def simple_attention(x):
    n = x.shape[-2]
    rows = [x[..., 0, :]]
    for i in range(1, n):
        seen = x[..., :i, :]
        scores = (seen * x[..., i, None, :]).sum(-1)
        alpha = torch.softmax(scores, dim=-1)
        rows.append((alpha[..., None] * seen).sum(-2))
    return torch.stack(rows, dim=-2)
