# mistake: The second result is the masked scores instead of the weights.
# tasks: 1.6
# line: attention.py:57

# ===== attention.py =====


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    scores = scores if mask is None else apply_mask(scores, mask)
    output = weighted_values(softmax(scores), v)
    return output, scores
