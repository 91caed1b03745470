# mistake: 0 · −∞ is NaN: every visible score becomes NaN.
# after: forum threads 'NaN after adding mask * float(-inf)', the reason why libraries multiply by a large finite number
# tasks: 1.3
# line: attention.py:26
# sentence: Judged by the weights it leads to: after the softmax a hidden key has weight 0, even where the visible scores are as low as −1000.
# takes: simple_attention 3, causal_mask 2, weighted_values 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    hidden = (~mask).to(scores.dtype)
    return scores + hidden * float("-inf")
