# mistake: Without a mask, attend makes a causal one, though None is to let every query see every key.
# after: own invention (misread stub), scaled_dot_product_attention's is_causal
# tasks: 1.6
# says: What does the docstring promise for mask=None, and what does your first branch do?
# line: attention.py:55

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    if mask is None:
        mask = causal_mask(q.shape[-2], q.device)
    scores = apply_mask(attention_scores(q, k), mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
