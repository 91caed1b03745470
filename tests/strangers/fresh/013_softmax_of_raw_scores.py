# mistake: the softmax is taken of the unmasked scores; the masked ones are never used
# after: stale variable, the result of a function call not used
# tasks: 1.6
# line: attention.py:309
# takes: simple_attention 6, attention_scores 2, causal_mask 3, apply_mask 2, softmax 4, weighted_values 4
# takes: AttentionHead.forward 4, find_ones_weights 2

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    raw = attention_scores(q, k)
    masked = raw if mask is None else apply_mask(raw, mask)
    alpha = softmax(raw)
    out = weighted_values(alpha, v)
    return out, alpha
