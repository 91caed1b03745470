# mistake: masked_fill_ writes −∞ into the caller's scores.
# after: espnet/espnet pull 1273 (using in-place masked_fill_), facebookresearch/detr#247's snippet
# tasks: 1.3
# line: attention.py:25
# sentence: Neither scores nor mask is changed.
# takes: simple_attention 3, causal_mask 2, softmax 2, weighted_values 2

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    scores.masked_fill_(~mask, float("-inf"))
    return scores
