# mistake: Hidden weights are set to 0 after the softmax, so the visible ones no longer sum to 1.
# tasks: 1.6
# line: attention.py:56

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    weights = softmax(attention_scores(q, k))
    if mask is not None:
        weights = weights * mask
    return weighted_values(weights, v), weights
