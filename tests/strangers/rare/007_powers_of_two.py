# Powers of 2 with the exponent scaled by 1 / ln 2.
# 1.4

# ===== attention.py =====


def softmax(scores):
    top = torch.sort(scores, dim=-1, descending=True).values[..., :1].detach()
    powers = torch.exp2((scores - top) / math.log(2))
    return powers / powers.sum(dim=-1, keepdim=True)
