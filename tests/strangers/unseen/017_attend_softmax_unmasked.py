# mistake: The masked scores are computed, but the softmax is taken of the unmasked ones.
# after: wrong variable after a new name was brought in
# tasks: 1.6
# line: attention.py:301
# takes: simple_attention 2, attention_scores 3, causal_mask 2, apply_mask 3, softmax 2, AttentionHead.forward 3

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is None:
        masked_scores = scores
    else:
        masked_scores = apply_mask(scores, mask)
    probs = softmax(scores)
    return weighted_values(probs, v), probs
