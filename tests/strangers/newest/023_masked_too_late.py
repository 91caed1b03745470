# mistake: The mask comes after the softmax: the weights of hidden keys become minus infinity.
# tasks: 1.6
# line: attention.py:56

# ===== attention.py =====


def attend(q, k, v, mask=None):
    alpha = softmax(attention_scores(q, k))
    if mask is not None:
        alpha = apply_mask(alpha, mask)
    return weighted_values(alpha, v), alpha
