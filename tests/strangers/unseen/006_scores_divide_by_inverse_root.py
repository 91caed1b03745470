# mistake: The dot products are divided by d_k ** -0.5, that is multiplied by the root.
# after: sign of an exponent: the line was written for a product
# tasks: 1.2
# line: attention.py:121
# takes: weighted_values 2, attend 2

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = q.size(-1)
    dots = torch.einsum("...id,...jd->...ij", q, k)
    return dots / d_k**-0.5
