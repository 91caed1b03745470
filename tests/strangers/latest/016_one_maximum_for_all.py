# mistake: One maximum of all rows is taken off, so a row far below it becomes 0/0.
# tasks: 1.4
# line: attention.py:39

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    shifted = scores - scores.max()
    e = shifted.exp()
    return e / e.sum(-1, keepdim=True)
