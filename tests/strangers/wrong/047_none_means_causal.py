# mistake: Without a mask the causal one is put in, so queries that should see all keys do not.
# after: GPT code reused for encoders; the reverse of facebookresearch/xformers#103
# tasks: 1.6
# line: attention.py:42
# sentence: With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden.
# takes: attention_scores 2, apply_mask 2, softmax 2

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    if mask is None:
        mask = causal_mask(q.shape[-2], device=q.device)
    scores = apply_mask(attention_scores(q, k), mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
