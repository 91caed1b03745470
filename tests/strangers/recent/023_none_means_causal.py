# mistake: Without a mask the future is hidden by a causal one; None must let every query see every key.
# tasks: 1.6
# line: attention.py:55, 56

# ===== attention.py =====


def attend(q, k, v, mask=None):
    n, m = q.shape[-2], k.shape[-2]
    if mask is None:
        mask = torch.ones(n, m, dtype=torch.bool, device=q.device).tril()
    scores = attention_scores(q, k)
    scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
