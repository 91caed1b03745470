# mistake: Exp of the raw score overflows for scores in the hundreds.
# tasks: 1.1
# line: attention.py:12

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    out = []
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :]
        s = seen @ x[..., i, :].unsqueeze(-1)  # (..., i+1, 1)
        e = torch.exp(s)
        out.append((e * seen).sum(dim=-2) / e.sum(dim=-2))
    return torch.stack(out, dim=-2)
