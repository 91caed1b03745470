# mistake: The largest score of the whole tensor is subtracted, so a row far below it underflows to 0/0; each row needs its own maximum.
# tasks: 1.4
# line: attention.py:39

# ===== attention.py =====


def softmax(scores):
    biggest = scores.max()
    exps = (scores - biggest).exp()
    sums = exps.sum(dim=-1, keepdim=True)
    return exps / sums
