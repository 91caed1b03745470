# mistake: masked_fill fills where its mask is True, so the visible keys are shut out and the hidden ones kept: ~mask is needed.
# after: InseeFrLab/torchTextClassifiers pull 92 (mask inverted); rasbt/LLMs-from-scratch#1061
# tasks: 1.3
# line: attention.py:26
# sentence: Judged by the weights it leads to: after the softmax a hidden key has weight 0, even where the visible scores are as low as −1000.
# takes: attention_scores 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask, float("-inf"))
