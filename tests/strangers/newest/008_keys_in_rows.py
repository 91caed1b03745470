# mistake: Keys stand in the rows and queries in the columns.
# tasks: 1.2
# line: attention.py:21

# ===== attention.py =====


def attention_scores(q, k):
    d_k = q.shape[-1]
    return torch.einsum("...nd,...md->...mn", q, k) / d_k**0.5
