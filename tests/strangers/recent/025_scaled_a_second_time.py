# mistake: attention_scores divides by the root of d_k already, and attend divides once more; the scores must be divided by it once.
# tasks: 1.6
# line: attention.py:56

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    d_k = k.size(-1)
    raw = attention_scores(q, k)
    scaled = raw / d_k**0.5
    visible = scaled if mask is None else apply_mask(scaled, mask)
    alpha = softmax(visible)
    a = weighted_values(alpha, v)
    return a, alpha
