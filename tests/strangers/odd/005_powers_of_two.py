# softmax with base 2 and the logarithm of e, and a product with the reciprocal.

# ===== attention.py =====


def softmax(scores):
    top, _ = torch.max(scores.detach(), dim=-1, keepdim=True)
    powers = torch.exp2((scores - top) * math.log2(math.e))
    return powers * powers.sum(dim=-1, keepdim=True).reciprocal()
