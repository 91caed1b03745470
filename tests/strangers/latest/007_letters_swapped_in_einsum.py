# mistake: The einsum writes key j into row j and query i into column i.
# tasks: 1.2
# line: attention.py:21

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    scale = k.shape[-1] ** -0.5
    return scale * torch.einsum("...qd,...kd->...kq", q, k)
