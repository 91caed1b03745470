# mistake: Queries and keys are cast to float32, so float64 loses its digits and its dtype.
# tasks: 1.2
# line: attention.py:20

# ===== attention.py =====


def attention_scores(q, k):
    queries, keys = q.float(), k.float()
    dots = queries @ keys.transpose(-1, -2)
    return dots / keys.shape[-1] ** 0.5
