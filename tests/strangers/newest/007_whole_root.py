# mistake: The root is rounded down to a whole number.
# tasks: 1.2
# line: attention.py:20

# ===== attention.py =====


def attention_scores(q, k):
    root = math.isqrt(q.size(-1))
    return (q.unsqueeze(-2) * k.unsqueeze(-3)).sum(dim=-1) / root
