# mistake: For matrices the columns (over the queries) are normalised, not the rows.
# after: labmlai/annotated_deep_learning_paper_implementations#146 (softmax over the query axis)
# tasks: 1.4
# line: attention.py:31
# sentence: Over the last dimension, for any leading dimensions.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, apply_mask 3, weighted_values 3, attend 2
# takes: AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    dim = -2 if scores.dim() > 1 else -1
    e = (scores - scores.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)
