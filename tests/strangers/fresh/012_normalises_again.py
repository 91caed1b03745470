# mistake: divides by the sum of the weights although they are to be used as given
# after: weighted-average formula from statistics
# tasks: 1.5
# line: attention.py:270
# takes: simple_attention 5, attention_scores 2, causal_mask 3, apply_mask 2, softmax 3, attend 3
# takes: AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    mixed = sum(
        weights[..., :, j : j + 1] * v[..., j : j + 1, :]
        for j in range(v.shape[-2])
    )
    norm = weights.sum(dim=-1, keepdim=True)
    return mixed / norm
