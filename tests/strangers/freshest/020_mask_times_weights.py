# mistake: The mask is multiplied into the weights after the softmax, so the visible ones no longer sum to 1.
# tasks: 1.6
# line: attention.py:55, 57

# ===== attention.py =====


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    weights = softmax(scores)
    if mask is not None:
        weights = weights * mask
    return weighted_values(weights, v), weights
