# mistake: The maximum of all scores is taken off, not that of each row.
# tasks: 1.4
# line: attention.py:39

# ===== attention.py =====


def softmax(scores):
    shifted = scores - torch.max(scores)
    exps = shifted.exp()
    return exps / exps.sum(dim=-1, keepdim=True)
