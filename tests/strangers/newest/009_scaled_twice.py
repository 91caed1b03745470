# mistake: Both sides are divided by the whole root, so the scores are divided by d.
# tasks: 1.2
# line: attention.py:21, 22

# ===== attention.py =====


def attention_scores(q, k):
    root = k.shape[-1] ** 0.5
    q_scaled = q / root
    k_scaled = k / root
    return q_scaled @ k_scaled.mT
