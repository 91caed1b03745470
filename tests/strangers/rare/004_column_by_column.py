# One column of scores for each key, put together at the end.
# 1.2

# ===== attention.py =====


def attention_scores(q, k):
    columns = [(q * key.unsqueeze(-2)).sum(-1) for key in k.unbind(dim=-2)]
    return torch.stack(columns, dim=-1).div(math.sqrt(k.shape[-1]))
