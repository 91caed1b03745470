# mistake: The queries are divided by √d_k although attention_scores does so too. The scores must be divided by √d_k once.
# tasks: 1.6
# line: attention.py:55, 56

# ===== attention.py =====


def attend(q, k, v, mask=None):
    d_k = q.shape[-1]
    q_scaled = q / math.sqrt(d_k)
    scores = attention_scores(q_scaled, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
