# mistake: The result of apply_mask is thrown away, so nothing is hidden; the softmax must get the masked scores.
# tasks: 1.6
# line: attention.py:56

# ===== attention.py =====


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        apply_mask(scores, mask)
    weights = softmax(scores)
    output = weighted_values(weights, v)
    return output, weights
