# mistake: The scale is already 1/√d_k, and the scores are divided by it: they are multiplied by √d_k.
# after: esceptico/perceiver-io#9
# tasks: 1.2
# line: attention.py:18
# sentence: Scaled by √d_k, the square root of the width of a key (not of n, m or a whole model's width).
# takes: simple_attention 3, causal_mask 2, weighted_values 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    scale = k.size(-1) ** -0.5
    scores = torch.einsum("...id,...jd->...ij", q, k)
    return scores / scale
