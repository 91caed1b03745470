# mistake: The queries are divided in place, so the caller's q is changed and a second call gives other scores; what goes in must not be changed.
# tasks: 1.2
# line: attention.py:22

# ===== attention.py =====


def attention_scores(q, k):
    d_k = q.size(-1)
    # cheaper to scale the queries than the n x m scores
    q /= math.sqrt(d_k)
    k_transposed = k.transpose(-2, -1)
    scores = q @ k_transposed
    return scores
