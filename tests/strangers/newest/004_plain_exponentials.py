# mistake: The exponentials of large scores overflow: no maximum is taken off.
# tasks: 1.1
# line: attention.py:12

# ===== attention.py =====


def simple_attention(x):
    out = []
    for i in range(x.shape[-2]):
        me = x[..., i, :].unsqueeze(-1)
        context = x[..., : i + 1, :]
        e = torch.exp((context @ me).squeeze(-1))
        w = e / e.sum(-1, keepdim=True)
        out.append((w.unsqueeze(-2) @ context).squeeze(-2))
    return torch.stack(out, -2)
