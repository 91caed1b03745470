# mistake: The softmax is taken of the scores before the mask, and the masked scores are never used. The softmax comes after the mask.
# tasks: 1.6
# line: attention.py:56, 59

# ===== attention.py =====


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        masked = apply_mask(scores, mask)
    else:
        masked = scores
    weights = softmax(scores)
    output = weighted_values(weights, v)
    return output, weights
