# mistake: The mask is applied to the weights, after the softmax, so the visible weights no longer sum to 1.
# after: huggingface/pytorch-image-models pull 2236 (eva.py: the mask should be applied before the softmax)
# tasks: 1.6
# line: attention.py:42
# sentence: With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden.
# takes: attention_scores 2, apply_mask 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    weights = softmax(attention_scores(q, k))
    if mask is not None:
        weights = weights * mask
    return weighted_values(weights, v), weights
