# mistake: The weights are normalised once more, though they are to be used as given.
# after: abisee/pointer-generator#88 (re-normalising), defensive code in reviews
# tasks: 1.5
# line: attention.py:34
# sentence: A sum by the weights as they are given: they need not sum to 1 here.
# takes: simple_attention 3, causal_mask 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    weights = weights / weights.sum(dim=-1, keepdim=True)  # make sure they add up to 1
    return weights @ v
