# mistake: The shift is the largest absolute value instead of the largest score: rows of large negative scores vanish.
# tasks: 1.4
# line: attention.py:39

# ===== attention.py =====


def softmax(scores):
    biggest = scores.abs().max(dim=-1, keepdim=True).values
    e = torch.exp(scores - biggest)
    return e / e.sum(dim=-1, keepdim=True)
