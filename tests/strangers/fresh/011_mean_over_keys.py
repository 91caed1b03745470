# mistake: takes the mean over the keys of the weighted values instead of the sum
# after: mean for sum, habit from pooling
# tasks: 1.5
# line: attention.py:266
# takes: simple_attention 3, causal_mask 5, apply_mask 4, softmax 3, attend 3, AttentionHead.forward 2
# takes: find_ones_weights 2

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    *_, n, width = q.shape
    scale = width ** -0.5
    return torch.einsum("...id,...jd->...ij", q, k) * scale


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    each = weights.unsqueeze(-1) * v.unsqueeze(-3)
    return each.mean(dim=-2)
