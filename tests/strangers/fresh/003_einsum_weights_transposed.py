# mistake: the einsum sums over the queries i instead of the keys j (weights used transposed)
# after: index letters swapped in an einsum, bug reports
# tasks: 1.1
# line: attention.py:79
# takes: attention_scores 2, causal_mask 3, apply_mask 4, softmax 4, weighted_values 3, attend 3
# takes: AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    sim = torch.einsum("...id,...jd->...ij", x, x)
    future = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
    sim = sim.masked_fill(future, -torch.inf)
    w = sim.softmax(-1)
    return torch.einsum("...ij,...id->...jd", w, x)
