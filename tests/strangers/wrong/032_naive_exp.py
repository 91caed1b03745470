# mistake: No maximum is taken off, so large scores overflow to inf/inf = NaN.
# after: aicosoft.com 'Why Your AI Model Is Exploding' (softmax_naive)
# tasks: 1.4
# line: attention.py:31
# sentence: Stable: scores of any finite size, 1000 or −1000 too, give finite weights.
# takes: attention_scores 2, apply_mask 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    numerator = torch.exp(scores)
    denominator = numerator.sum(dim=-1, keepdim=True)
    return numerator / denominator
