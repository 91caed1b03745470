# mistake: The sums lose their dimension and are then broadcast along the rows, so entry (i, j) is divided by the sum of row j; each row must be divided by its own sum.
# tasks: 1.4
# line: attention.py:41, 42

# ===== attention.py =====


def softmax(scores):
    peak = scores.max(dim=-1, keepdim=True).values
    e = torch.exp(scores - peak)
    total = e.sum(dim=-1)
    return e / total
