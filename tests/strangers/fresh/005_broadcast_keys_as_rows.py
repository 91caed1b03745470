# mistake: the new axes are put on the wrong operands, so keys become rows and queries columns
# after: unsqueeze broadcasting mixed up, forum questions
# tasks: 1.2
# line: attention.py:119
# takes: simple_attention 4, causal_mask 4, apply_mask 4, softmax 3, weighted_values 3, attend 3
# takes: AttentionHead.forward 4, find_ones_weights 2

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.shape[-1]
    pairs = q.unsqueeze(-3) * k.unsqueeze(-2)
    dots = pairs.sum(dim=-1)
    return dots / d_k**0.5
