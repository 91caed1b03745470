# mistake: The output indices of the einsum are swapped: keys in rows and queries in columns. Query i has to be row i.
# tasks: 1.2
# line: attention.py:21

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.size(-1)
    dots = torch.einsum("...id,...jd->...ji", q, k)
    return dots / math.sqrt(d_k)
