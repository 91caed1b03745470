# mistake: The slice x[..., :i, :] stops before token i, so a token never sees itself.
# tasks: 1.1
# line: attention.py:11

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    rows = [x[..., 0, :]]
    for i in range(1, n):
        past = x[..., :i, :]
        s = (past * x[..., i, None, :]).sum(-1)
        a = torch.softmax(s, dim=-1)
        rows.append((a.unsqueeze(-1) * past).sum(-2))
    return torch.stack(rows, dim=-2)
