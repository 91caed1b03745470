# mistake: the numerator is shifted by the maximum but the denominator uses the unshifted scores
# after: stale variable after adding the stability trick, bug reports
# tasks: 1.4
# line: attention.py:230
# takes: simple_attention 4, attention_scores 4, causal_mask 5, apply_mask 2, AttentionHead.forward 4
# takes: find_ones_weights 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    top = scores.amax(dim=-1, keepdim=True)
    shifted = scores - top
    numer = shifted.exp()
    denom = scores.exp().sum(-1, keepdim=True)
    return numer / denom
