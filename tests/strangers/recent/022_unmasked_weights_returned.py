# mistake: The output is right, but the weights that are returned come from the scores before the mask; hidden keys must have weight 0 there.
# tasks: 1.6
# line: attention.py:55, 60, 61

# ===== attention.py =====


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    weights = softmax(scores)
    if mask is None:
        output = weighted_values(weights, v)
    else:
        masked = apply_mask(scores, mask)
        output = weighted_values(softmax(masked), v)
    return output, weights
