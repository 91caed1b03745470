# mistake: `out = x` makes no copy: the results are written over the input, and later tokens mix with results instead of inputs.
# after: lucidrains/x-transformers#127 and ARENA_3.0 pull 225 (an alias taken for a copy; input modified in place)
# tasks: 1.1
# line: attention.py:8
# sentence: x is not changed, and gradients flow back to it.
# takes: causal_mask 2, weighted_values 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    out = x
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :]
        scores = (seen * x[..., i : i + 1, :]).sum(dim=-1)
        alpha = torch.softmax(scores, dim=-1)
        out[..., i, :] = (alpha.unsqueeze(-1) * seen).sum(dim=-2)
    return out
