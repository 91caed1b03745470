# mistake: The exponentials are divided by the sum over everything, so the sequences of a batch share one total.
# tasks: 1.1
# line: attention.py:14

# ===== attention.py =====


def simple_attention(x):
    out = []
    for i in range(x.shape[-2]):
        past = x[..., : i + 1, :]
        s = torch.einsum("...jd,...d->...j", past, x[..., i, :])
        s = s - s.max(dim=-1, keepdim=True)[0]
        e = torch.exp(s)
        alpha = e / e.sum()
        out.append(torch.einsum("...j,...jd->...d", alpha, past))
    return torch.stack(out, dim=-2)
