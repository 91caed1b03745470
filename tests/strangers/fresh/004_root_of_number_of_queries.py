# mistake: scales by the root of the number of queries instead of the width of a key
# after: wrong index into shape when unpacking sizes, bug reports
# tasks: 1.2
# line: attention.py:120
# takes: simple_attention 6, causal_mask 3, apply_mask 4, softmax 3, weighted_values 4, AttentionHead.forward 2
# takes: find_ones_weights 2

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    *_, n, width = q.shape
    scale = n ** -0.5
    return torch.einsum("...id,...jd->...ij", q, k) * scale
