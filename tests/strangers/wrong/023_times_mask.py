# mistake: The scores are multiplied by the mask: a hidden key gets the score 0, not −∞, and e^0 = 1.
# after: georg-wolflein/good-features pull 1; abisee/pointer-generator#88 discussion
# tasks: 1.3
# line: attention.py:26
# sentence: A modest number such as −10 would not, and neither would 0.
# takes: attention_scores 2, softmax 2

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores * mask.to(scores.dtype)
