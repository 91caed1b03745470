# mistake: masked_fill is not in place and its result is dropped, so the scores come back unmasked.
# after: a value computed but not used (masked_fill taken for masked_fill_)
# tasks: 1.3
# line: attention.py:181
# takes: simple_attention 2, attention_scores 3, causal_mask 2, softmax 2, AttentionHead.forward 3

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    hidden = torch.logical_not(mask)
    scores.masked_fill(hidden, -math.inf)
    return scores
