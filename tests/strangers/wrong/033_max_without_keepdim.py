# mistake: keepdim is missing: in a square matrix the row maxima are taken off the columns, elsewhere shapes do not fit; only a single row works.
# after: numpy's keepdims=True forgotten: Stack Overflow 'softmax of 2-d array' questions
# tasks: 1.4
# line: attention.py:31
# sentence: Over the last dimension, for any leading dimensions.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, apply_mask 3, weighted_values 3

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    m, _ = scores.max(dim=-1)
    e = torch.exp(scores - m)
    return e / e.sum(dim=-1, keepdim=True)
