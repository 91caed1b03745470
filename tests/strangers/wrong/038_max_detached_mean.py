# mistake: The mean is taken off instead of the maximum: with −∞ in the row it is −∞ and everything NaN, and a far outlier still overflows.
# after: 'normalise before the exp' answers in beginner threads
# tasks: 1.4
# line: attention.py:31
# sentence: A score of −∞ gives a weight of exactly 0, and no NaN anywhere, gradients included.
# takes: attention_scores 2, apply_mask 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    centred = scores - scores.mean(dim=-1, keepdim=True)
    e = torch.exp(centred)
    return e / e.sum(dim=-1, keepdim=True)
