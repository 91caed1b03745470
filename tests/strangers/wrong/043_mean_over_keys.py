# mistake: The products are averaged over the keys instead of added, so the result is m times too small.
# after: keon/seq2seq and pooled-attention code with mean in place of sum (weighted mean taken twice)
# tasks: 1.5
# line: attention.py:36
# sentence: A sum by the weights as they are given: they need not sum to 1 here.
# takes: simple_attention 3, causal_mask 2, softmax 2

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    products = weights.unsqueeze(-1) * v.unsqueeze(-3)  # (..., n, m, d_v)
    return products.mean(dim=-2)
