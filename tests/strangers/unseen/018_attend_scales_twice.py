# mistake: The scores are divided by the root of d_k again, although attention_scores has done so.
# after: a step done twice, once in the helper and once by the caller
# tasks: 1.6
# line: attention.py:303
# takes: weighted_values 2

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    d_k = q.shape[-1]
    raw = attention_scores(q, k) / math.sqrt(d_k)
    masked = raw if mask is None else apply_mask(raw, mask)
    alpha = softmax(masked)
    return weighted_values(alpha, v), alpha
