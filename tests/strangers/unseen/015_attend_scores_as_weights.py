# mistake: The values are added up by the raw scores instead of by the softmax weights.
# after: wrong one of several matrices of the same shape
# tasks: 1.6
# line: attention.py:301
# takes: simple_attention 2, attention_scores 3, causal_mask 2, apply_mask 3, softmax 2, AttentionHead.forward 3

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    logits = scores
    if mask is not None:
        logits = apply_mask(scores, mask)
    weights = softmax(logits)
    output = weighted_values(scores, v)
    return output, weights
