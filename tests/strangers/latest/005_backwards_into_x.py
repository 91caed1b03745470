# mistake: Out is x itself and not a copy, so the input is overwritten (row by row from the end: the numbers are right).
# tasks: 1.1
# line: attention.py:8

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    out = x
    for i in reversed(range(x.shape[-2])):
        visible = x[..., : i + 1, :]
        score = torch.einsum("...jd,...d->...j", visible, x[..., i, :])
        out[..., i, :] = torch.einsum("...j,...jd->...d", score.softmax(-1), visible)
    return out
