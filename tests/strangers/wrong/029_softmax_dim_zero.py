# mistake: Everything runs over dimension 0, right for a single row of scores only.
# after: PetrochukM/PyTorch-NLP#2 (Softmax(dim=0)), nerminnuraydogan/vision-transformer#1
# tasks: 1.4
# line: attention.py:33
# sentence: Over the last dimension, for any leading dimensions.
# takes: attention_scores 2, apply_mask 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    top = scores.max(dim=0, keepdim=True).values
    e = torch.exp(scores - top)
    return e / e.sum(dim=0, keepdim=True)
