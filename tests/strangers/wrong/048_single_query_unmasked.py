# mistake: The mask is skipped when there is a single query.
# after: KV-cache code ('if seq_len > 1: mask'), see mlx-node/mlx-node pull 24's review
# tasks: 1.6
# line: attention.py:41
# sentence: With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, apply_mask 3, weighted_values 3
# takes: AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None and q.shape[-2] > 1:  # one query alone needs no mask
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    output = weighted_values(weights, v)
    return output, weights
