# mistake: fills hidden keys with finfo.tiny (about 0) instead of the most negative number
# after: finfo.tiny mistaken for finfo.min, bug reports
# tasks: 1.3
# line: attention.py:186
# takes: simple_attention 3, attention_scores 2, causal_mask 4, softmax 3, weighted_values 4, AttentionHead.forward 2
# takes: find_ones_weights 2

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    very_low = torch.finfo(scores.dtype).tiny
    filler = torch.full_like(scores, very_low)
    return torch.where(mask, scores, filler)
