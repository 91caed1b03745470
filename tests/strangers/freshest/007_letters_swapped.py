# mistake: The einsum puts keys into the rows and queries into the columns.
# tasks: 1.2
# line: attention.py:21

# ===== attention.py =====


def attention_scores(q, k):
    scale = 1.0 / math.sqrt(q.shape[-1])
    return torch.einsum("...id,...jd->...ji", q, k) * scale
