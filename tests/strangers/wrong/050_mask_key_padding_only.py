# mistake: The mask is reduced to one row of keys, as for padding, so all queries see what any one of them may see.
# after: key_padding_mask and attn_mask taken for the same thing (discuss.pytorch.org threads on nn.MultiheadAttention)
# tasks: 1.6
# line: attention.py:42
# sentence: With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden.
# takes: attention_scores 2, apply_mask 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        visible = mask.any(dim=-2, keepdim=True)  # keys that anybody may see
        scores = apply_mask(scores, visible)
    weights = softmax(scores)
    return weighted_values(weights, v), weights
