# mistake: The sum runs over dimension 1, which is the last one of a matrix only.
# tasks: 1.4
# line: attention.py:41

# ===== attention.py =====


def softmax(scores):
    top = scores.amax(dim=-1, keepdim=True)
    numerator = torch.exp(scores - top)
    denominator = torch.sum(numerator, dim=1, keepdim=True)
    return numerator / denominator
