# mistake: The sum runs over dimension 1, which is the last one for two dimensions only.
# tasks: 1.4
# line: attention.py:41

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    top = scores.amax(dim=-1, keepdim=True)
    num = torch.exp(scores - top)
    den = num.sum(dim=1, keepdim=True)
    return num / den
