# the logarithm of the sum is taken off before one last exp
# 1.4

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    peak, _ = scores.max(dim=-1, keepdim=True)
    shifted = scores - peak
    return torch.exp(shifted - torch.log(torch.exp(shifted).sum(dim=-1, keepdim=True)))
