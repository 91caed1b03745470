# mistake: The denominator sums the exponentials of the unshifted scores, while the numerator is shifted.
# after: wrong variable (scores instead of shifted) in one of two places
# tasks: 1.4
# line: attention.py:222
# takes: simple_attention 2, attention_scores 3, causal_mask 2, apply_mask 3, AttentionHead.forward 3

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    shifted = scores - scores.max(dim=-1, keepdim=True)[0]
    top = torch.exp(shifted)
    bottom = torch.exp(scores).sum(dim=-1, keepdim=True)
    return top / bottom
