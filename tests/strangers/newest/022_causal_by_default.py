# mistake: Without a mask a causal one is made, though nothing should be hidden.
# tasks: 1.6
# line: attention.py:56

# ===== attention.py =====


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is None:
        mask = torch.ones_like(scores, dtype=torch.bool).tril()
    weights = softmax(apply_mask(scores, mask))
    return weighted_values(weights, v), weights
