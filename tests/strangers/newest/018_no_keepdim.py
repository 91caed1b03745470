# mistake: The sums lose their dimension and are broadcast along the wrong one.
# tasks: 1.4
# line: attention.py:41

# ===== attention.py =====


def softmax(scores):
    m, _ = scores.max(dim=-1, keepdim=True)
    e = torch.exp(scores - m)
    return e / e.sum(dim=-1)
