# Always masks, with a mask of nothing but True where none is given.
# 1.6

# ===== attention.py =====


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    everything = torch.ones((), dtype=torch.bool, device=q.device)
    weights = softmax(apply_mask(scores, everything if mask is None else mask))
    return weighted_values(weights, v), weights
